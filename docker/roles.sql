-- The roles of a new database: the owner, who migrates, and the service's, which migrations grant what serving needs.
-- Neither is a superuser.
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE wharfinger LOGIN PASSWORD :'owner_password';
ALTER DATABASE wharfinger OWNER TO wharfinger;
CREATE ROLE wharfinger_service LOGIN PASSWORD :'service_password';
