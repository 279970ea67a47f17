CREATE TRIGGER keep_location BEFORE DELETE ON vessels FOR EACH ROW EXECUTE FUNCTION keep_location('Ship');
CREATE TRIGGER keep_location BEFORE DELETE ON voyages FOR EACH ROW EXECUTE FUNCTION keep_location('Voyage');
