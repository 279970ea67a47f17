CREATE TRIGGER note_use AFTER INSERT ON webhook_endpoint_parties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_use_by_webhook_endpoint_parties();
