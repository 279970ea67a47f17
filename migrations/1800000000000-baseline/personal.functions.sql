-- Erases the personal data of a driver or a user, in as many calls as there are rows: the first one has the reason, changes
-- the record and leaves the trace of the erasure; the others go on. It writes nothing else, and runs as the owner of the
-- tables, since nobody else may change traces. It answers how many rows are left.
CREATE FUNCTION erase_personal_data(organization bigint, kept_in text, person bigint, reason text, most integer) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'public', 'pg_temp' AS $$
  DECLARE
    subject text := CASE kept_in WHEN 'truck_drivers' THEN 'truck_driver' WHEN 'users' THEN 'user' END;
    erased timestamptz;
    called text;
    instead jsonb;
    names text[] := '{}';
    marks text[];
    firstname text;
    lastname text;
    told record;
    part jsonb;
    gathers boolean := false;
    step_now integer;
    ids bigint[];
    rows_now bigint[];
    last_id bigint;
  BEGIN
    IF subject IS NULL THEN RAISE EXCEPTION 'Nobody is kept in %', kept_in; END IF;
    -- whoever refers to the kept_in does not wait for this lock
    IF subject = 'truck_driver' THEN
      SELECT d.erased_at, d.license_number INTO erased, called FROM truck_drivers d
      WHERE d.organization_id = organization AND d.id = person FOR NO KEY UPDATE;
    ELSE
      SELECT u.erased_at, u.email INTO erased, called FROM users u
      WHERE u.organization_id = organization AND u.id = person FOR NO KEY UPDATE;
    END IF;
    IF NOT FOUND OR (erased IS NULL) <> (reason IS NOT NULL) THEN
      RAISE EXCEPTION 'There is nothing to erase of % %', kept_in, person;
    END IF;

    IF erased IS NULL THEN
      called := 'erased-' || person;
      IF subject = 'truck_driver' THEN
        WHILE EXISTS (SELECT FROM truck_drivers d WHERE d.organization_id = organization AND d.license_number = called) LOOP
          called := called || '-' || person;
        END LOOP;
        UPDATE truck_drivers d SET license_number = called, firstname = NULL, lastname = NULL, twic = NULL, date_of_birth = NULL,
          telephone_number = NULL, email = NULL, remarks = NULL, active = false, erased_at = now(), updated_at = now()
        WHERE d.organization_id = organization AND d.id = person;
      ELSE
        called := called || '@erased.invalid';
        WHILE EXISTS (SELECT FROM users u WHERE u.organization_id = organization AND u.email = called) LOOP
          called := 'erased-' || called;
        END LOOP;
        UPDATE users u SET email = called, firstname = NULL, lastname = NULL, active = false, erased_at = now(), updated_at = now()
        WHERE u.organization_id = organization AND u.id = person;
        UPDATE tokens k SET revoked_at = now(), description = NULL, updated_at = now()
        WHERE k.organization_id = organization AND k.user_id = person AND (k.revoked_at IS NULL OR k.description IS NOT NULL);
        DELETE FROM user_identities i WHERE i.organization_id = organization AND i.user_id = person;
      END IF;
      INSERT INTO audit_entries (organization_id, created_at, user_id, token_id, request_id, operation, action, record_type,
        record_id, record_key, before, after)
      VALUES (organization, clock_timestamp(), nullif(current_setting('wharfinger.user_id', true), '')::bigint,
        nullif(current_setting('wharfinger.token_id', true), '')::bigint,
        nullif(current_setting('wharfinger.request_id', true), ''),
        coalesce(nullif(current_setting('wharfinger.operation', true), ''), current_setting('application_name')),
        'update', kept_in, person, called, NULL, jsonb_build_object('erased_because', reason));
    END IF;

    instead := CASE subject
      WHEN 'user' THEN jsonb_build_object('email', called, 'name', called, 'firstname', NULL, 'lastname', NULL)
      ELSE jsonb_build_object('license_number', called, 'firstname', NULL, 'lastname', NULL, 'fullname', NULL, 'name', NULL, 'twic', NULL,
        'date_of_birth', NULL, 'telephone_number', NULL, 'email', NULL, 'remarks', NULL) END;

    -- every name that the person ever had
    FOR told IN
      SELECT a.before, a.after FROM audit_entries a
      WHERE a.organization_id = organization AND a.record_type = kept_in AND a.record_id = person ORDER BY a.id LIMIT 5000
    LOOP
      FOREACH part IN ARRAY ARRAY[told.before, told.after] LOOP
        CONTINUE WHEN part IS NULL;
        IF part ? 'firstname' THEN firstname := part ->> 'firstname'; END IF;
        IF part ? 'lastname' THEN lastname := part ->> 'lastname'; END IF;
        names := names || ARRAY[part ->> 'license_number', part ->> 'email', part ->> 'twic', part ->> 'telephone_number',
          concat_ws(' ', firstname, lastname), trim(concat_ws(' ', firstname, lastname))];
      END LOOP;
    END LOOP;
    names := ARRAY(SELECT DISTINCT n FROM unnest(names) n WHERE n <> '' AND n <> called);
    -- without any of these JSON tells nothing of the person; it was spaced otherwise before
    marks := ARRAY(SELECT trim_quotes(n) FROM unnest(names) n)
      || ARRAY['"id":' || person || ',', '"id":' || person || '}', '"id" : ' || person || ',', '"id" : ' || person || '}'];

    IF erased IS NULL THEN
      UPDATE idempotency_keys k SET answer = without_person(k.answer::json, '', subject, person, instead, names, marks, called)::text, updated_at = now()
      WHERE k.organization_id = organization AND k.answer LIKE '{%'
        AND EXISTS (SELECT FROM unnest(names) n WHERE strpos(k.answer, trim_quotes(n)) > 0);
      -- before the feed is looked at, because the publisher moves events from here to there
      UPDATE events_written e SET 
  data = without_person(e.data, CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%' THEN subject ELSE '' END, subject, person, instead, names, marks, called),
  changes = CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%'
    THEN (SELECT coalesce('{' || string_agg(to_json(c.key)::text || ':' || CASE WHEN instead ? c.key THEN '[null,null]'
        ELSE without_person(c.value, c.key, subject, person, instead, names, marks, called)::text END, ',' ORDER BY c.nth) || '}', e.changes::text)
      FROM json_each(e.changes) WITH ORDINALITY c(key, value, nth))::json
    ELSE without_person(e.changes, '', subject, person, instead, names, marks, called) END,
  subject_key = CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%' AND e.subject_key IS NOT NULL
    THEN called ELSE e.subject_key END
      WHERE e.organization_id = organization
        AND (e.concerns @> ARRAY[subject || ':' || person] OR subject = 'user' AND e.user_id = person);
      gathers := (SELECT count(*) FROM (SELECT FROM events e
        WHERE e.organization_id = organization AND e.concerns @> ARRAY[subject || ':' || person] LIMIT most + 1) c) <= most
        AND (SELECT count(*) FROM (SELECT FROM truck_visits v WHERE subject = 'truck_driver'
          AND v.organization_id = organization AND v.truck_driver_id = person LIMIT most + 1) c) <= most;
      IF NOT gathers THEN
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        VALUES (organization, kept_in, person, 1, 0, date_trunc('milliseconds', now()));
      END IF;
      INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
      SELECT organization, kept_in, person, 7, coalesce(max(f.last_id), 0), now() + interval '2 minutes'
      FROM event_feeds f WHERE f.organization_id = organization;
      IF subject = 'user' THEN
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        VALUES (organization, kept_in, person, 3, 0, date_trunc('milliseconds', now()));
      END IF;
    ELSIF NOT EXISTS (SELECT FROM erasing_rows q
        WHERE q.organization_id = organization AND q.record_type = kept_in AND q.record_id = person) THEN
      RETURN 0;
    ELSE
      DELETE FROM erasing_rows q
      WHERE q.organization_id = organization AND q.record_type = kept_in AND q.record_id = person AND q.step = 1
      RETURNING true INTO gathers;
      gathers := coalesce(gathers, false);
    END IF;

    IF gathers THEN
      INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
      SELECT organization, kept_in, person, 2, e.id, date_trunc('milliseconds', now()) FROM events e
      WHERE e.organization_id = organization AND e.concerns @> ARRAY[subject || ':' || person];
      IF subject = 'truck_driver' THEN
        -- invoices of visits named no driver in what they concern
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        SELECT organization, kept_in, person, 2, e.id, date_trunc('milliseconds', now()) FROM truck_visits v
        JOIN events e ON e.organization_id = v.organization_id AND e.concerns @> ARRAY['truck_visit:' || v.id]
        WHERE v.organization_id = organization AND v.truck_driver_id = person AND e.type LIKE 'invoice.%';
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        SELECT organization, kept_in, person, 4, r.id, date_trunc('milliseconds', now()) FROM gate_refusals r
        WHERE r.organization_id = organization AND r.truck_driver_id = person;
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        SELECT organization, kept_in, person, 5, a.id, date_trunc('milliseconds', now()) FROM audit_entries a
        WHERE a.organization_id = organization AND a.record_type = 'gate_refusals'
          AND coalesce(a.after, a.before) ->> 'truck_driver_id' = person::text;
      ELSE
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        SELECT organization, kept_in, person, 5, a.id, date_trunc('milliseconds', now())
        FROM tokens k JOIN audit_entries a
          ON a.organization_id = k.organization_id AND a.record_type = 'tokens' AND a.record_id = k.id
        WHERE k.organization_id = organization AND k.user_id = person;
      END IF;
      INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
      SELECT organization, kept_in, person, 6, a.id, date_trunc('milliseconds', now()) FROM audit_entries a
      WHERE a.organization_id = organization AND a.record_type = kept_in AND a.record_id = person;
    END IF;

    -- the rows of one step after the other, as many as this call may
    LOOP
      SELECT q.step INTO step_now FROM erasing_rows q
      WHERE q.organization_id = organization AND q.record_type = kept_in AND q.record_id = person AND q.due_at <= now()
      ORDER BY q.step LIMIT 1;
      EXIT WHEN step_now IS NULL OR most <= 0 OR step_now = 1;
      SELECT array_agg(t.id), array_agg(t.row_id) INTO rows_now, ids FROM (
        SELECT q.id, q.row_id FROM erasing_rows q
        WHERE q.organization_id = organization AND q.record_type = kept_in AND q.record_id = person AND q.step = step_now
          AND q.due_at <= now() ORDER BY q.id LIMIT most) t;
      IF step_now = 3 THEN
        last_id := ids[1];
        ids := ARRAY(SELECT e.id FROM events e
          WHERE e.organization_id = organization AND e.user_id = person AND e.id > last_id ORDER BY e.id LIMIT most);
        IF cardinality(ids) = most THEN
          UPDATE erasing_rows q SET row_id = ids[most], updated_at = now()
          WHERE q.organization_id = organization AND q.id = ANY (rows_now);
          rows_now := '{}';
        END IF;
      ELSIF step_now = 7 THEN
        -- of those who had begun before the erasure and ended after it
        UPDATE events_written e SET 
  data = without_person(e.data, CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%' THEN subject ELSE '' END, subject, person, instead, names, marks, called),
  changes = CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%'
    THEN (SELECT coalesce('{' || string_agg(to_json(c.key)::text || ':' || CASE WHEN instead ? c.key THEN '[null,null]'
        ELSE without_person(c.value, c.key, subject, person, instead, names, marks, called)::text END, ',' ORDER BY c.nth) || '}', e.changes::text)
      FROM json_each(e.changes) WITH ORDINALITY c(key, value, nth))::json
    ELSE without_person(e.changes, '', subject, person, instead, names, marks, called) END,
  subject_key = CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%' AND e.subject_key IS NOT NULL
    THEN called ELSE e.subject_key END
        WHERE e.organization_id = organization AND e.concerns @> ARRAY[subject || ':' || person];
        last_id := ids[1];
        ids := ARRAY(SELECT e.id FROM events e
          WHERE e.organization_id = organization AND e.concerns @> ARRAY[subject || ':' || person] AND e.id > last_id);
      END IF;
      IF step_now IN (2, 3, 7) THEN
        UPDATE events e SET 
  data = without_person(e.data, CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%' THEN subject ELSE '' END, subject, person, instead, names, marks, called),
  changes = CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%'
    THEN (SELECT coalesce('{' || string_agg(to_json(c.key)::text || ':' || CASE WHEN instead ? c.key THEN '[null,null]'
        ELSE without_person(c.value, c.key, subject, person, instead, names, marks, called)::text END, ',' ORDER BY c.nth) || '}', e.changes::text)
      FROM json_each(e.changes) WITH ORDINALITY c(key, value, nth))::json
    ELSE without_person(e.changes, '', subject, person, instead, names, marks, called) END,
  subject_key = CASE WHEN e.subject_id = person AND e.type LIKE subject || '.%' AND e.subject_key IS NOT NULL
    THEN called ELSE e.subject_key END, user_name = CASE WHEN subject = 'user' AND e.user_id = person THEN called ELSE e.user_name END WHERE e.organization_id = organization AND e.id = ANY (ids);
        UPDATE webhook_deliveries w SET last_answer = NULL
        WHERE w.organization_id = organization AND w.event_id = ANY (ids) AND w.last_answer IS NOT NULL;
      ELSIF step_now = 4 THEN
        UPDATE gate_refusals r SET reasons = without_person(r.reasons::json, '', subject, person, instead, names, marks, called)::jsonb
        WHERE r.organization_id = organization AND r.id = ANY (ids);
        -- what the trigger has traced just now
        INSERT INTO erasing_rows (organization_id, record_type, record_id, step, row_id, due_at)
        SELECT organization, kept_in, person, 5, a.id, date_trunc('milliseconds', now()) FROM audit_entries a
        WHERE a.organization_id = organization AND a.record_type = 'gate_refusals' AND a.record_id = ANY (ids)
          AND a.action = 'update';
      ELSIF step_now = 5 THEN
        UPDATE audit_entries a SET
          before = CASE a.record_type WHEN 'tokens' THEN a.before - 'description'
            ELSE without_person(a.before::json, '', subject, person, instead, names, marks, called)::jsonb END,
          after = CASE a.record_type WHEN 'tokens' THEN a.after - 'description'
            ELSE without_person(a.after::json, '', subject, person, instead, names, marks, called)::jsonb END
        WHERE a.organization_id = organization AND a.id = ANY (ids);
      ELSIF step_now = 6 THEN
        UPDATE audit_entries a SET record_key = called,
          before = (SELECT jsonb_object_agg(m.key, coalesce(instead -> m.key, m.value)) FROM jsonb_each(a.before) m),
          after = (SELECT jsonb_object_agg(m.key, coalesce(instead -> m.key, m.value)) FROM jsonb_each(a.after) m)
        WHERE a.organization_id = organization AND a.id = ANY (ids);
      END IF;
      DELETE FROM erasing_rows q WHERE q.organization_id = organization AND q.id = ANY (rows_now);
      most := most - greatest(cardinality(ids), 1);
    END LOOP;
    RETURN (SELECT count(*) FROM (SELECT FROM erasing_rows q
      WHERE q.organization_id = organization AND q.record_type = kept_in AND q.record_id = person AND q.due_at <= now()
      LIMIT 1) c);
  END $$;

REVOKE ALL ON FUNCTION erase_personal_data(bigint, text, bigint, text, integer) FROM PUBLIC;
