CREATE FUNCTION analyze_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $$
    DECLARE each text;
    BEGIN
      FOR each IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND pg_relation_size(c.oid) > 1.5 * c.relpages * current_setting('block_size')::integer LOOP
        -- two imports at once do not wait for each other
        EXECUTE format('ANALYZE (SKIP_LOCKED) public.%I', each);
      END LOOP;
    END $$;

REVOKE ALL ON FUNCTION analyze_tables() FROM PUBLIC;

CREATE FUNCTION compact_json(value jsonb) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        RETURN CASE jsonb_typeof(value)
          WHEN 'object' THEN (
            SELECT ('{' || coalesce(string_agg(to_json(e.key)::text || ':' || compact_json(e.value)::text, ','), '') || '}')::json
            FROM jsonb_each(value) e)
          WHEN 'array' THEN (
            SELECT ('[' || coalesce(string_agg(compact_json(e.item)::text, ',' ORDER BY e.at), '') || ']')::json
            FROM jsonb_array_elements(value) WITH ORDINALITY e(item, at))
          ELSE value::json END;
      END $$;

-- Tells whether this is still the database that it was: by server, timeline, database and table. The timeline is another
-- one after a failover and after a restore of files, the table after a restore of a dump, the database in a copy. Null on a
-- standby, where nothing is written.
CREATE FUNCTION database_history() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN concat_ws(':',
      (SELECT c.system_identifier FROM pg_control_system() c),
      left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
      (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()),
      'event_feeds'::regclass::oid) END
  $$;

CREATE FUNCTION tell_actors() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('wharfinger_actors', to_jsonb(OLD) ->> TG_ARGV[0]);
        RETURN NULL;
      END $$;

-- The text of a string as it stands in JSON, without the quotes around it.
CREATE FUNCTION trim_quotes(said text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO 'pg_catalog' AS $$
    SELECT substr(to_json(said)::text, 2, length(to_json(said)::text) - 2)
  $$;

-- Percent-encodes everything but the unreserved characters of RFC 3986, for links inside records. Names that need no
-- encoding come back at once: the list of a voyage's bills has thousands of links.
CREATE FUNCTION url_encode(plain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $_$
  SELECT CASE WHEN plain ~ '^[A-Za-z0-9._~-]*$' THEN plain ELSE url_encode_bytes(plain) END
$_$;

-- Percent-encodes everything but the unreserved characters of RFC 3986. In PL/pgSQL, since it is not to be written out.
CREATE FUNCTION url_encode_bytes(plain text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $_$
  BEGIN
    RETURN (
    SELECT coalesce(string_agg(CASE WHEN byte ~ '^(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)$'
      THEN convert_from(decode(byte, 'hex'), 'UTF8') ELSE '%' || upper(byte) END, '' ORDER BY at), '')
    FROM regexp_matches(encode(convert_to(plain, 'UTF8'), 'hex'), '..', 'g') WITH ORDINALITY AS m(match, at),
      LATERAL (SELECT match[1] AS byte) b);
  END
$_$;

-- JSON without what tells of a person: in objects of the person each value of `instead`, and in texts each of `names` that
-- is one by itself or stands in single quotes. Members keep their order. JSON without one of `marks` stays as it is.
CREATE FUNCTION without_person(value json, key text, subject text, person bigint, instead jsonb, names text[], marks text[], called text) RETURNS json LANGUAGE plpgsql IMMUTABLE SET search_path TO 'pg_catalog', 'public' AS $_$
  DECLARE
    whole text;
    is_marked boolean := false;
    is_person boolean;
    said text;
    name text;
    mark text;
  BEGIN
    IF value IS NULL OR json_typeof(value) NOT IN ('object', 'array', 'string') THEN RETURN value; END IF;
    whole := value::text;
    FOREACH mark IN ARRAY marks LOOP
      IF strpos(whole, mark) > 0 THEN is_marked := true; EXIT; END IF;
    END LOOP;
    IF NOT is_marked THEN RETURN value; END IF;
    is_person := CASE subject WHEN 'user' THEN key ~ '^(user|.+_(user|by))$' ELSE key = subject END;
    CASE json_typeof(value)
      WHEN 'object' THEN
        RETURN (SELECT '{' || string_agg(to_json(m.k)::text || ':' || CASE
            WHEN is_person AND value ->> 'id' = person::text AND instead ? m.k THEN (instead -> m.k)::text
            ELSE without_person(m.v, CASE WHEN is_person AND m.k = 'name' THEN key ELSE m.k END,
              subject, person, instead, names, marks, called)::text END, ',' ORDER BY m.nth) || '}'
          FROM json_each(value) WITH ORDINALITY m(k, v, nth));
      WHEN 'array' THEN
        RETURN (SELECT '[' || string_agg(without_person(m.v, key, subject, person, instead, names, marks, called)::text, ','
            ORDER BY m.nth) || ']'
          FROM json_array_elements(value) WITH ORDINALITY m(v, nth));
      WHEN 'string' THEN
        said := value #>> '{}';
        IF is_person AND said = ANY (names) THEN RETURN to_json(called); END IF;
        FOREACH name IN ARRAY names LOOP
          said := replace(said, '''' || name || '''', '''' || called || '''');
        END LOOP;
        RETURN to_json(said);
      ELSE RETURN value;
    END CASE;
  END $_$;

CREATE TRIGGER tell_actors AFTER DELETE OR UPDATE OF revoked_at, expires_at, role, domains, user_id, hash ON tokens FOR EACH ROW EXECUTE FUNCTION tell_actors('organization_id');
CREATE TRIGGER tell_actors AFTER UPDATE OF active ON users FOR EACH ROW EXECUTE FUNCTION tell_actors('organization_id');
CREATE TRIGGER tell_actors AFTER UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION tell_actors('id');
