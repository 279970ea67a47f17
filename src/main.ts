console.log('hi');
export {};
