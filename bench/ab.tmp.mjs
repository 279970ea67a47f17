console.error('The lead needs the machine for the whole suite: measure nothing more, and report now what you have.');
process.exit(1);
