-- What files of an invoice show: seller, customer, lines and taxes as they are now. Name and address of the customer are
-- those of its approval, once it is approved.
CREATE FUNCTION invoice_document(organization bigint, invoice bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object(
      'number', i.number, 'document_type', i.document_type, 'is_proforma', i.is_proforma,
      'is_draft', NOT (i.approved OR i.paid OR i.numbered_at IS NOT NULL),
      'is_calculated', NOT i.is_proforma AND EXISTS (
        SELECT FROM invoice_lines n
        WHERE n.organization_id = i.organization_id AND n.invoice_id = i.id AND n.charge_code_id IS NOT NULL),
      'is_numbered', i.numbered_at IS NOT NULL, 'currency', coalesce(i.currency, ''),
      'issued_on', (coalesce(i.numbered_at, i.invoiced_at, i.created_at) AT TIME ZONE o.time_zone)::date, 'due_on', i.due_on,
      'credits', (
        SELECT jsonb_build_object('number', c.number,
          'issued_on', (coalesce(c.numbered_at, c.invoiced_at, c.created_at) AT TIME ZONE o.time_zone)::date)
        FROM invoices c WHERE c.organization_id = i.organization_id AND c.id = i.credits_id),
      'voyage', (
        SELECT v.number FROM voyages v WHERE v.organization_id = i.organization_id AND v.id = i.voyage_id),
      'bill_of_lading', (
        SELECT b.number FROM bill_of_ladings b
        WHERE b.organization_id = i.organization_id AND b.id = i.bill_of_lading_id),
      'truck_visit', i.truck_visit_id::text,
      'seller', (
        SELECT jsonb_build_object('name', p.name, 'email', p.email, 'phone', p.phone,
          'street', to_jsonb(p) -> 'street', 'city', to_jsonb(p) -> 'city', 'postal_code', to_jsonb(p) -> 'postal_code', 'country', to_jsonb(p) -> 'country', 'vat_number', to_jsonb(p) -> 'vat_number', 'registration_number', to_jsonb(p) -> 'registration_number', 'registration_scheme', to_jsonb(p) -> 'registration_scheme', 'endpoint_scheme', to_jsonb(p) -> 'endpoint_scheme', 'endpoint_id', to_jsonb(p) -> 'endpoint_id', 'language', to_jsonb(p) -> 'language', 'iban', to_jsonb(p) -> 'iban', 'bic', to_jsonb(p) -> 'bic', 'note', to_jsonb(p) -> 'note')
        FROM billing_profiles p WHERE p.organization_id = i.organization_id),
      'customer', (
        SELECT jsonb_build_object(
            'name', CASE WHEN i.customer_kept IS NULL THEN c.name ELSE i.customer_kept ->> 'name' END,
            'address', CASE WHEN i.customer_kept IS NULL THEN c.address ELSE i.customer_kept ->> 'address' END,
            'email', coalesce(a.email, c.email), 'phone', c.phone,
            'street', to_jsonb(a) -> 'street', 'city', to_jsonb(a) -> 'city', 'postal_code', to_jsonb(a) -> 'postal_code', 'country', to_jsonb(a) -> 'country', 'vat_number', to_jsonb(a) -> 'vat_number', 'registration_number', to_jsonb(a) -> 'registration_number', 'registration_scheme', to_jsonb(a) -> 'registration_scheme', 'endpoint_scheme', to_jsonb(a) -> 'endpoint_scheme', 'endpoint_id', to_jsonb(a) -> 'endpoint_id', 'buyer_reference', to_jsonb(a) -> 'buyer_reference', 'language', coalesce(a.language, o.language))
        FROM (SELECT c.name, c.address, c.email, c.phone FROM shipping_lines c WHERE c.organization_id = i.organization_id AND c.id = i.shipping_line_id
          UNION ALL SELECT c.name, c.address, c.email, c.phone FROM consignees c WHERE c.organization_id = i.organization_id AND c.id = i.consignee_id
          UNION ALL SELECT c.name, c.address, c.email, c.phone FROM agents c WHERE c.organization_id = i.organization_id AND c.id = i.agent_id
          UNION ALL SELECT c.name, c.address, c.email, c.phone FROM freight_forwarders c WHERE c.organization_id = i.organization_id AND c.id = i.freight_forwarder_id
          UNION ALL SELECT c.name, NULL, NULL, NULL FROM trucking_companies c WHERE c.organization_id = i.organization_id AND c.id = i.trucking_company_id) AS c(name, address, email, phone)
        LEFT JOIN billing_accounts a ON a.organization_id = i.organization_id
          AND a.customer_id = coalesce((SELECT b.id FROM billing_customers b WHERE b.organization_id = i.organization_id AND b.shipping_line_id = i.shipping_line_id),
            (SELECT b.id FROM billing_customers b WHERE b.organization_id = i.organization_id AND b.consignee_id = i.consignee_id),
            (SELECT b.id FROM billing_customers b WHERE b.organization_id = i.organization_id AND b.agent_id = i.agent_id),
            (SELECT b.id FROM billing_customers b WHERE b.organization_id = i.organization_id AND b.freight_forwarder_id = i.freight_forwarder_id),
            (SELECT b.id FROM billing_customers b WHERE b.organization_id = i.organization_id AND b.trucking_company_id = i.trucking_company_id))),
      'lines', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'item', coalesce(k.code, l.item), 'description', coalesce(l.description, k.name),
            'container', n.number, 'quantity', trim_scale(l.quantity)::text,
            'unit_code', coalesce(k.unit_code, 'C62'), 'billed_by', l.billed_by, 'billed_per', l.billed_per,
            'units', f.units, 'amount', to_char(l.amount, 'FM999999999990.009999'), 'total', l.total::text,
            'period_from', l.period_from, 'period_until', l.period_until,
            'free_from', f.free_from, 'free_until', f.free_until,
            'tax', CASE WHEN t.id IS NOT NULL
              THEN jsonb_build_object('code', t.code, 'category', t.category, 'exemption_code', t.exemption_code, 'exemption_reason', t.exemption_reason, 'percent', to_char(l.tax_percent, 'FM999999999990.009999')) END) ORDER BY l.id), '[]')
        FROM invoice_lines l
        LEFT JOIN charge_codes k ON k.organization_id = l.organization_id AND k.id = l.charge_code_id
        LEFT JOIN containers n ON n.organization_id = l.organization_id AND n.id = l.container_id
        LEFT JOIN taxes t ON t.organization_id = l.organization_id AND t.id = l.tax_id
        LEFT JOIN LATERAL (
          SELECT min(c.explanation ->> 'free_from') AS free_from, max(c.explanation ->> 'free_until') AS free_until,
            CASE WHEN NOT bool_or(c.kind = 'waiver') THEN sum((c.last_unit - c.first_unit + 1) * sign(c.quantity))::integer END AS units
          FROM charges c WHERE c.organization_id = l.organization_id AND c.invoice_line_id = l.id) f ON true
        WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id),
      'taxes', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'category', t.category, 'exemption_code', t.exemption_code, 'exemption_reason', t.exemption_reason, 'percent', to_char(x.percent, 'FM999999999990.009999'),
            'base', x.base::text, 'amount', x.amount::text) ORDER BY t.code, x.percent), '[]')
        FROM invoice_taxes x JOIN taxes t ON t.organization_id = x.organization_id AND t.id = x.tax_id
        WHERE x.organization_id = i.organization_id AND x.invoice_id = i.id),
      'subtotal', i.subtotal::text, 'taxes_and_fees', i.taxes_and_fees::text, 'total', i.total::text)
    FROM invoices i JOIN organizations o ON o.id = i.organization_id
    WHERE i.organization_id = organization AND i.id = invoice
  $$;

-- Charges keep what they say: a trigger lets only their invoice line change, and lets them be settled once.
CREATE FUNCTION keep_charges() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    kept charges;
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'charges are never deleted' USING ERRCODE = 'restrict_violation', TABLE = 'charges';
    END IF;
    kept := NEW;
    kept.updated_at := OLD.updated_at;
    kept.invoice_line_id := OLD.invoice_line_id;
    IF OLD.settled_with_id IS NULL THEN
      kept.settled_with_id := NULL;
    END IF;
    IF kept IS DISTINCT FROM OLD THEN
      RAISE EXCEPTION 'charges never change' USING ERRCODE = 'restrict_violation', TABLE = 'charges';
    END IF;
    RETURN NEW;
  END $$;

-- Name and address of a customer are copied at approval or payment, and dropped when the invoice is neither.
CREATE FUNCTION keep_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := NEW.organization_id;
  BEGIN
    IF NOT (NEW.approved OR NEW.paid) THEN
      NEW.customer_kept := NULL;
    ELSIF NEW.customer_kept IS NULL THEN
      SELECT jsonb_build_object('name', c.name, 'address', c.address) INTO NEW.customer_kept FROM (
        SELECT name, address FROM shipping_lines WHERE organization_id = organization AND id = NEW.shipping_line_id
        UNION ALL
        SELECT name, address FROM consignees WHERE organization_id = organization AND id = NEW.consignee_id
        UNION ALL
        SELECT name, address FROM agents WHERE organization_id = organization AND id = NEW.agent_id
        UNION ALL
        SELECT name, address FROM freight_forwarders WHERE organization_id = organization AND id = NEW.freight_forwarder_id
        UNION ALL
        SELECT name, NULL FROM trucking_companies WHERE organization_id = organization AND id = NEW.trucking_company_id) c;
    END IF;
    RETURN NEW;
  END $$;

-- Keeps the document of an invoice that is final, and forgets that of one that is a draft again. The trigger comes at the
-- end of the transaction, because a file writes lines and taxes after their invoice, and may bring the document itself.
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM invoices i WHERE i.organization_id = NEW.organization_id AND i.id = NEW.id
        AND (i.approved OR i.paid OR i.numbered_at IS NOT NULL)) THEN
      INSERT INTO invoice_documents (organization_id, invoice_id, document)
      SELECT NEW.organization_id, NEW.id, invoice_document(NEW.organization_id, NEW.id)
      WHERE NOT EXISTS (SELECT FROM invoice_documents d
        WHERE d.organization_id = NEW.organization_id AND d.invoice_id = NEW.id)
      ON CONFLICT (organization_id, invoice_id) DO NOTHING;
    ELSE
      DELETE FROM invoice_documents d WHERE d.organization_id = NEW.organization_id AND d.invoice_id = NEW.id;
    END IF;
    RETURN NULL;
  END $$;

-- Who charges nothing keeps no marks.
CREATE FUNCTION mark_charges(organization bigint, marked text, record bigint, first_day date DEFAULT NULL::date) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO charge_marks (organization_id, mark_type, record_id, since)
    SELECT organization, marked, record, first_day
    WHERE EXISTS (SELECT FROM charge_codes c WHERE c.organization_id = organization);
  END $$;

CREATE FUNCTION mark_charges_of_appointments() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r appointments := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'appointment', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_bill_of_ladings() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r bill_of_ladings := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'stays_of_bill_of_lading', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_breakbulks() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r breakbulks := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'breakbulk', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_cargo_movements() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r cargo_movements := coalesce(NEW, OLD);
  BEGIN
    
      IF r.vehicle_id IS NOT NULL THEN PERFORM mark_charges(organization, 'vehicle', r.vehicle_id, NULL);
      ELSE PERFORM mark_charges(organization, 'breakbulk', r.breakbulk_id, NULL);
      END IF;
    IF TG_OP = 'UPDATE' AND NOT (OLD.vehicle_id IS NOT DISTINCT FROM NEW.vehicle_id AND OLD.breakbulk_id IS NOT DISTINCT FROM NEW.breakbulk_id) THEN
      r := OLD;
      IF true THEN 
      IF r.vehicle_id IS NOT NULL THEN PERFORM mark_charges(organization, 'vehicle', r.vehicle_id, NULL);
      ELSE PERFORM mark_charges(organization, 'breakbulk', r.breakbulk_id, NULL);
      END IF;
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_container_bills() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r container_bills := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
    IF TG_OP = 'UPDATE' AND NOT (OLD.stay_id IS NOT DISTINCT FROM NEW.stay_id) THEN
      r := OLD;
      IF true THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_container_movements() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r container_movements := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
    IF TG_OP = 'UPDATE' AND NOT (OLD.stay_id IS NOT DISTINCT FROM NEW.stay_id) THEN
      r := OLD;
      IF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_container_stays() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r container_stays := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'container_stay', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_containers() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r containers := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_free_time_agreements() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r free_time_agreements := coalesce(NEW, OLD);
  BEGIN
    
      IF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      ELSIF r.bill_of_lading_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_bill_of_lading', r.bill_of_lading_id, NULL);
      ELSIF r.booking_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_booking', r.booking_id, NULL);
      ELSIF r.shipping_line_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_shipping_line', r.shipping_line_id, r.valid_from);
      ELSIF r.consignee_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_consignee', r.consignee_id, r.valid_from);
      ELSE PERFORM mark_charges(organization, 'all', 0, r.valid_from);
      END IF;
    IF TG_OP = 'UPDATE' AND NOT (OLD.stay_id IS NOT DISTINCT FROM NEW.stay_id AND OLD.bill_of_lading_id IS NOT DISTINCT FROM NEW.bill_of_lading_id AND OLD.booking_id IS NOT DISTINCT FROM NEW.booking_id AND OLD.shipping_line_id IS NOT DISTINCT FROM NEW.shipping_line_id AND OLD.consignee_id IS NOT DISTINCT FROM NEW.consignee_id AND OLD.valid_from IS NOT DISTINCT FROM NEW.valid_from) THEN
      r := OLD;
      IF true THEN 
      IF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      ELSIF r.bill_of_lading_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_bill_of_lading', r.bill_of_lading_id, NULL);
      ELSIF r.booking_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_booking', r.booking_id, NULL);
      ELSIF r.shipping_line_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_shipping_line', r.shipping_line_id, r.valid_from);
      ELSIF r.consignee_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_consignee', r.consignee_id, r.valid_from);
      ELSE PERFORM mark_charges(organization, 'all', 0, r.valid_from);
      END IF;
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_interchanges() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r interchanges := coalesce(NEW, OLD);
  BEGIN
    
      PERFORM mark_charges(v.organization_id, 'truck_visit', v.id) FROM truck_visits v
      WHERE v.organization_id = organization AND v.id = r.truck_visit_id AND v.gated_out_at IS NOT NULL;
    IF TG_OP = 'UPDATE' AND NOT (OLD.truck_visit_id IS NOT DISTINCT FROM NEW.truck_visit_id) THEN
      r := OLD;
      IF true THEN 
      PERFORM mark_charges(v.organization_id, 'truck_visit', v.id) FROM truck_visits v
      WHERE v.organization_id = organization AND v.id = r.truck_visit_id AND v.gated_out_at IS NOT NULL;
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_nomination_codes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r nomination_codes := coalesce(NEW, OLD);
  BEGIN
    
      PERFORM CASE WHEN n.stay_id IS NOT NULL THEN mark_charges(n.organization_id, 'container_stay', n.stay_id)
        WHEN n.bill_of_lading_id IS NOT NULL
          THEN mark_charges(n.organization_id, 'stays_of_bill_of_lading', n.bill_of_lading_id)
        WHEN n.booking_id IS NOT NULL THEN mark_charges(n.organization_id, 'stays_of_booking', n.booking_id) END
      FROM payer_nominations n WHERE n.organization_id = organization AND n.id = r.nomination_id;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_packing_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r packing_list_items := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'packing_list_item', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_payer_nominations() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r payer_nominations := coalesce(NEW, OLD);
  BEGIN
    
      IF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      ELSIF r.bill_of_lading_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_bill_of_lading', r.bill_of_lading_id, NULL);
      ELSIF r.booking_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_booking', r.booking_id, NULL);
      END IF;
    IF TG_OP = 'UPDATE' AND NOT (OLD.stay_id IS NOT DISTINCT FROM NEW.stay_id AND OLD.bill_of_lading_id IS NOT DISTINCT FROM NEW.bill_of_lading_id AND OLD.booking_id IS NOT DISTINCT FROM NEW.booking_id) THEN
      r := OLD;
      IF true THEN 
      IF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      ELSIF r.bill_of_lading_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_bill_of_lading', r.bill_of_lading_id, NULL);
      ELSIF r.booking_id IS NOT NULL THEN PERFORM mark_charges(organization, 'stays_of_booking', r.booking_id, NULL);
      END IF;
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_reefer_plug_movements() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r reefer_plug_movements := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
    IF TG_OP = 'UPDATE' AND NOT (OLD.stay_id IS NOT DISTINCT FROM NEW.stay_id) THEN
      r := OLD;
      IF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_service_orders() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r service_orders := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'service_order', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r tallies := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'stays_of_voyage', r.voyage_id, NULL);
    IF TG_OP = 'UPDATE' AND NOT (OLD.voyage_id IS NOT DISTINCT FROM NEW.voyage_id) THEN
      r := OLD;
      IF (r.tally_type = 'discharge' AND r.closed_at IS NOT NULL) THEN PERFORM mark_charges(organization, 'stays_of_voyage', r.voyage_id, NULL);
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_tally_moves() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r tally_moves := coalesce(NEW, OLD);
  BEGIN
    
      IF r.kind = 'special_lift' THEN PERFORM mark_charges(organization, 'voyage', r.voyage_id, NULL);
      ELSIF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      END IF;
    IF TG_OP = 'UPDATE' AND NOT (OLD.stay_id IS NOT DISTINCT FROM NEW.stay_id AND OLD.voyage_id IS NOT DISTINCT FROM NEW.voyage_id) THEN
      r := OLD;
      IF (r.kind = 'special_lift' OR r.kind = 'shift' AND r.restow) THEN 
      IF r.kind = 'special_lift' THEN PERFORM mark_charges(organization, 'voyage', r.voyage_id, NULL);
      ELSIF r.stay_id IS NOT NULL THEN PERFORM mark_charges(organization, 'container_stay', r.stay_id, NULL);
      END IF;
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_tariffs() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r tariffs := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'all', 0, r.valid_from);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_truck_visits() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r truck_visits := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'truck_visit', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_trucking_companies() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r truck_visits := coalesce(NEW, OLD);
  BEGIN
    
      PERFORM mark_charges(m.organization_id, 'container_stay', m.stay_id) FROM container_movements m
      WHERE m.organization_id = organization AND m.truck_visit_id = r.id AND m.stay_id IS NOT NULL;
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_vehicles() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r vehicles := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'vehicle', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE FUNCTION mark_charges_of_voyages() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r voyages := coalesce(NEW, OLD);
  BEGIN
    PERFORM mark_charges(organization, 'voyage', r.id, NULL); PERFORM mark_charges(organization, 'stays_of_voyage', r.id, NULL);
    RETURN NULL;
  END $$;

CREATE CONSTRAINT TRIGGER keep_document AFTER INSERT OR UPDATE OF approved, paid, numbered_at ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_document();
CREATE TRIGGER keep_charges BEFORE DELETE OR UPDATE ON charges FOR EACH ROW EXECUTE FUNCTION keep_charges();
CREATE TRIGGER keep_customer BEFORE INSERT OR UPDATE OF approved, paid, customer_kept ON invoices FOR EACH ROW EXECUTE FUNCTION keep_customer();
CREATE TRIGGER mark_charges_appointments_insert AFTER INSERT ON appointments FOR EACH ROW WHEN ((new.missed_at IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_appointments();
CREATE TRIGGER mark_charges_appointments_update AFTER UPDATE OF missed_at, cancelled_at, trucking_company_id ON appointments FOR EACH ROW WHEN ((((old.missed_at IS DISTINCT FROM new.missed_at) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at) OR (old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) AND ((old.missed_at IS NOT NULL) OR (new.missed_at IS NOT NULL)))) EXECUTE FUNCTION mark_charges_of_appointments();
CREATE TRIGGER mark_charges_bill_of_ladings_update AFTER UPDATE OF consignee_id, usage ON bill_of_ladings FOR EACH ROW WHEN ((((old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.usage IS DISTINCT FROM new.usage)) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_bill_of_ladings();
CREATE TRIGGER mark_charges_breakbulks_insert AFTER INSERT ON breakbulks FOR EACH ROW WHEN (new.has_been_here) EXECUTE FUNCTION mark_charges_of_breakbulks();
CREATE TRIGGER mark_charges_breakbulks_update AFTER UPDATE OF weight, volume, quantity, bill_of_lading_id ON breakbulks FOR EACH ROW WHEN ((((old.weight IS DISTINCT FROM new.weight) OR (old.volume IS DISTINCT FROM new.volume) OR (old.quantity IS DISTINCT FROM new.quantity) OR (old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id)) AND (old.has_been_here OR new.has_been_here))) EXECUTE FUNCTION mark_charges_of_breakbulks();
CREATE TRIGGER mark_charges_cargo_movements_delete AFTER DELETE ON cargo_movements FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_cargo_movements();
CREATE TRIGGER mark_charges_cargo_movements_insert AFTER INSERT ON cargo_movements FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_cargo_movements();
CREATE TRIGGER mark_charges_cargo_movements_update AFTER UPDATE OF vehicle_id, breakbulk_id, movement_type, quantity, moved_at ON cargo_movements FOR EACH ROW WHEN ((((old.vehicle_id IS DISTINCT FROM new.vehicle_id) OR (old.breakbulk_id IS DISTINCT FROM new.breakbulk_id) OR (old.movement_type IS DISTINCT FROM new.movement_type) OR (old.quantity IS DISTINCT FROM new.quantity) OR (old.moved_at IS DISTINCT FROM new.moved_at)) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_cargo_movements();
CREATE TRIGGER mark_charges_container_bills_delete AFTER DELETE ON container_bills FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_container_bills();
CREATE TRIGGER mark_charges_container_bills_insert AFTER INSERT ON container_bills FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_container_bills();
CREATE TRIGGER mark_charges_container_bills_update AFTER UPDATE OF bill_of_lading_id, stay_id ON container_bills FOR EACH ROW WHEN ((((old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id) OR (old.stay_id IS DISTINCT FROM new.stay_id)) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_container_bills();
CREATE TRIGGER mark_charges_container_movements_delete AFTER DELETE ON container_movements FOR EACH ROW WHEN ((old.stay_id IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_container_movements();
CREATE TRIGGER mark_charges_container_movements_insert AFTER INSERT ON container_movements FOR EACH ROW WHEN ((new.stay_id IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_container_movements();
CREATE TRIGGER mark_charges_container_movements_update AFTER UPDATE OF stay_id, movement_type, moved_at, truck_visit_id ON container_movements FOR EACH ROW WHEN ((((old.stay_id IS DISTINCT FROM new.stay_id) OR (old.movement_type IS DISTINCT FROM new.movement_type) OR (old.moved_at IS DISTINCT FROM new.moved_at) OR (old.truck_visit_id IS DISTINCT FROM new.truck_visit_id)) AND ((old.stay_id IS NOT NULL) OR (new.stay_id IS NOT NULL)))) EXECUTE FUNCTION mark_charges_of_container_movements();
CREATE TRIGGER mark_charges_container_stays_insert AFTER INSERT ON container_stays FOR EACH ROW WHEN ((new.in_at IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_container_stays();
CREATE TRIGGER mark_charges_container_stays_update AFTER UPDATE OF status, in_at, out_at, arrived_by, arrived_by_voyage_id, departed_by, departed_by_voyage_id, arrival_status, departure_status, emptied_at, container_status, usage, shipping_line_id, weight, commodity_type_id, consignee_id, booking_id, departure_voyage_id, operating_reefer, arrival_weight, arrival_commodity_type_id ON container_stays FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.in_at IS DISTINCT FROM new.in_at) OR (old.out_at IS DISTINCT FROM new.out_at) OR (old.arrived_by IS DISTINCT FROM new.arrived_by) OR (old.arrived_by_voyage_id IS DISTINCT FROM new.arrived_by_voyage_id) OR (old.departed_by IS DISTINCT FROM new.departed_by) OR (old.departed_by_voyage_id IS DISTINCT FROM new.departed_by_voyage_id) OR (old.arrival_status IS DISTINCT FROM new.arrival_status) OR (old.departure_status IS DISTINCT FROM new.departure_status) OR (old.emptied_at IS DISTINCT FROM new.emptied_at) OR (old.container_status IS DISTINCT FROM new.container_status) OR (old.usage IS DISTINCT FROM new.usage) OR (old.shipping_line_id IS DISTINCT FROM new.shipping_line_id) OR (old.weight IS DISTINCT FROM new.weight) OR (old.commodity_type_id IS DISTINCT FROM new.commodity_type_id) OR (old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.booking_id IS DISTINCT FROM new.booking_id) OR (old.departure_voyage_id IS DISTINCT FROM new.departure_voyage_id) OR (old.operating_reefer IS DISTINCT FROM new.operating_reefer) OR (old.arrival_weight IS DISTINCT FROM new.arrival_weight) OR (old.arrival_commodity_type_id IS DISTINCT FROM new.arrival_commodity_type_id)) AND ((old.in_at IS NOT NULL) OR (new.in_at IS NOT NULL)))) EXECUTE FUNCTION mark_charges_of_container_stays();
CREATE TRIGGER mark_charges_containers_update AFTER UPDATE OF container_type_id ON containers FOR EACH ROW WHEN (((old.container_type_id IS DISTINCT FROM new.container_type_id) AND ((old.stay_id IS NOT NULL) OR (new.stay_id IS NOT NULL)))) EXECUTE FUNCTION mark_charges_of_containers();
CREATE TRIGGER mark_charges_free_time_agreements_delete AFTER DELETE ON free_time_agreements FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_free_time_agreements();
CREATE TRIGGER mark_charges_free_time_agreements_insert AFTER INSERT ON free_time_agreements FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_free_time_agreements();
CREATE TRIGGER mark_charges_free_time_agreements_update AFTER UPDATE OF charge_code_id, free_units, extra_units, customer_id, shipping_line_id, consignee_id, bill_of_lading_id, booking_id, stay_id, usages, sizes, valid_from, valid_until ON free_time_agreements FOR EACH ROW WHEN ((((old.charge_code_id IS DISTINCT FROM new.charge_code_id) OR (old.free_units IS DISTINCT FROM new.free_units) OR (old.extra_units IS DISTINCT FROM new.extra_units) OR (old.customer_id IS DISTINCT FROM new.customer_id) OR (old.shipping_line_id IS DISTINCT FROM new.shipping_line_id) OR (old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id) OR (old.booking_id IS DISTINCT FROM new.booking_id) OR (old.stay_id IS DISTINCT FROM new.stay_id) OR (old.usages IS DISTINCT FROM new.usages) OR (old.sizes IS DISTINCT FROM new.sizes) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_until IS DISTINCT FROM new.valid_until)) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_free_time_agreements();
CREATE TRIGGER mark_charges_interchanges_delete AFTER DELETE ON interchanges FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_interchanges();
CREATE TRIGGER mark_charges_interchanges_insert AFTER INSERT ON interchanges FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_interchanges();
CREATE TRIGGER mark_charges_interchanges_update AFTER UPDATE OF completed, truck_visit_id ON interchanges FOR EACH ROW WHEN ((((old.completed IS DISTINCT FROM new.completed) OR (old.truck_visit_id IS DISTINCT FROM new.truck_visit_id)) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_interchanges();
CREATE TRIGGER mark_charges_nomination_codes_delete AFTER DELETE ON nomination_codes FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_nomination_codes();
CREATE TRIGGER mark_charges_nomination_codes_insert AFTER INSERT ON nomination_codes FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_nomination_codes();
CREATE TRIGGER mark_charges_packing_list_items_insert AFTER INSERT ON packing_list_items FOR EACH ROW WHEN (((new.stripped_quantity > 0) OR new.has_been_stripped)) EXECUTE FUNCTION mark_charges_of_packing_list_items();
CREATE TRIGGER mark_charges_packing_list_items_update AFTER UPDATE OF stripped_quantity, has_been_stripped, stripped_at, quantity, weight, volume, consignee_id, bill_of_lading_id, stay_id ON packing_list_items FOR EACH ROW WHEN ((((old.stripped_quantity IS DISTINCT FROM new.stripped_quantity) OR (old.has_been_stripped IS DISTINCT FROM new.has_been_stripped) OR (old.stripped_at IS DISTINCT FROM new.stripped_at) OR (old.quantity IS DISTINCT FROM new.quantity) OR (old.weight IS DISTINCT FROM new.weight) OR (old.volume IS DISTINCT FROM new.volume) OR (old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id) OR (old.stay_id IS DISTINCT FROM new.stay_id)) AND ((old.stripped_quantity > 0) OR old.has_been_stripped OR ((new.stripped_quantity > 0) OR new.has_been_stripped)))) EXECUTE FUNCTION mark_charges_of_packing_list_items();
CREATE TRIGGER mark_charges_payer_nominations_delete AFTER DELETE ON payer_nominations FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_payer_nominations();
CREATE TRIGGER mark_charges_payer_nominations_insert AFTER INSERT ON payer_nominations FOR EACH ROW WHEN (true) EXECUTE FUNCTION mark_charges_of_payer_nominations();
CREATE TRIGGER mark_charges_payer_nominations_update AFTER UPDATE OF customer_id, bill_of_lading_id, booking_id, stay_id, "from", until ON payer_nominations FOR EACH ROW WHEN ((((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id) OR (old.booking_id IS DISTINCT FROM new.booking_id) OR (old.stay_id IS DISTINCT FROM new.stay_id) OR (old."from" IS DISTINCT FROM new."from") OR (old.until IS DISTINCT FROM new.until)) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_payer_nominations();
CREATE TRIGGER mark_charges_reefer_plug_movements_delete AFTER DELETE ON reefer_plug_movements FOR EACH ROW WHEN ((old.stay_id IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_reefer_plug_movements();
CREATE TRIGGER mark_charges_reefer_plug_movements_insert AFTER INSERT ON reefer_plug_movements FOR EACH ROW WHEN ((new.stay_id IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_reefer_plug_movements();
CREATE TRIGGER mark_charges_reefer_plug_movements_update AFTER UPDATE OF stay_id, plug_action, plug_action_at ON reefer_plug_movements FOR EACH ROW WHEN ((((old.stay_id IS DISTINCT FROM new.stay_id) OR (old.plug_action IS DISTINCT FROM new.plug_action) OR (old.plug_action_at IS DISTINCT FROM new.plug_action_at)) AND ((old.stay_id IS NOT NULL) OR (new.stay_id IS NOT NULL)))) EXECUTE FUNCTION mark_charges_of_reefer_plug_movements();
CREATE TRIGGER mark_charges_service_orders_insert AFTER INSERT ON service_orders FOR EACH ROW WHEN ((new.status = 'done'::text)) EXECUTE FUNCTION mark_charges_of_service_orders();
CREATE TRIGGER mark_charges_service_orders_update AFTER UPDATE OF status, done_at, quantity, charge_code_id, ordered_by_id, container_id, stay_id, bill_of_lading_id, booking_id, voyage_id, vehicle_id, breakbulk_id ON service_orders FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.done_at IS DISTINCT FROM new.done_at) OR (old.quantity IS DISTINCT FROM new.quantity) OR (old.charge_code_id IS DISTINCT FROM new.charge_code_id) OR (old.ordered_by_id IS DISTINCT FROM new.ordered_by_id) OR (old.container_id IS DISTINCT FROM new.container_id) OR (old.stay_id IS DISTINCT FROM new.stay_id) OR (old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id) OR (old.booking_id IS DISTINCT FROM new.booking_id) OR (old.voyage_id IS DISTINCT FROM new.voyage_id) OR (old.vehicle_id IS DISTINCT FROM new.vehicle_id) OR (old.breakbulk_id IS DISTINCT FROM new.breakbulk_id)) AND ((old.status = 'done'::text) OR (new.status = 'done'::text)))) EXECUTE FUNCTION mark_charges_of_service_orders();
CREATE TRIGGER mark_charges_tallies_insert AFTER INSERT ON tallies FOR EACH ROW WHEN (((new.tally_type = 'discharge'::text) AND (new.closed_at IS NOT NULL))) EXECUTE FUNCTION mark_charges_of_tallies();
CREATE TRIGGER mark_charges_tallies_update AFTER UPDATE OF closed_at, voyage_id ON tallies FOR EACH ROW WHEN ((((old.closed_at IS DISTINCT FROM new.closed_at) OR (old.voyage_id IS DISTINCT FROM new.voyage_id)) AND (((old.tally_type = 'discharge'::text) AND (old.closed_at IS NOT NULL)) OR ((new.tally_type = 'discharge'::text) AND (new.closed_at IS NOT NULL))))) EXECUTE FUNCTION mark_charges_of_tallies();
CREATE TRIGGER mark_charges_tally_moves_delete AFTER DELETE ON tally_moves FOR EACH ROW WHEN (((old.kind = 'special_lift'::text) OR ((old.kind = 'shift'::text) AND old.restow))) EXECUTE FUNCTION mark_charges_of_tally_moves();
CREATE TRIGGER mark_charges_tally_moves_insert AFTER INSERT ON tally_moves FOR EACH ROW WHEN (((new.kind = 'special_lift'::text) OR ((new.kind = 'shift'::text) AND new.restow))) EXECUTE FUNCTION mark_charges_of_tally_moves();
CREATE TRIGGER mark_charges_tally_moves_update AFTER UPDATE OF stay_id, voyage_id, kind, restow, lift_type, lifted_at, undone_at ON tally_moves FOR EACH ROW WHEN ((((old.stay_id IS DISTINCT FROM new.stay_id) OR (old.voyage_id IS DISTINCT FROM new.voyage_id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.restow IS DISTINCT FROM new.restow) OR (old.lift_type IS DISTINCT FROM new.lift_type) OR (old.lifted_at IS DISTINCT FROM new.lifted_at) OR (old.undone_at IS DISTINCT FROM new.undone_at)) AND ((old.kind = 'special_lift'::text) OR ((old.kind = 'shift'::text) AND old.restow) OR ((new.kind = 'special_lift'::text) OR ((new.kind = 'shift'::text) AND new.restow))))) EXECUTE FUNCTION mark_charges_of_tally_moves();
CREATE TRIGGER mark_charges_tariffs_insert AFTER INSERT ON tariffs FOR EACH ROW WHEN (((new.published_at IS NOT NULL) AND (new.valid_from <= (CURRENT_DATE + 1)))) EXECUTE FUNCTION mark_charges_of_tariffs();
CREATE TRIGGER mark_charges_tariffs_update AFTER UPDATE OF published_at ON tariffs FOR EACH ROW WHEN (((old.published_at IS DISTINCT FROM new.published_at) AND (((old.published_at IS NOT NULL) AND (old.valid_from <= (CURRENT_DATE + 1))) OR ((new.published_at IS NOT NULL) AND (new.valid_from <= (CURRENT_DATE + 1)))))) EXECUTE FUNCTION mark_charges_of_tariffs();
CREATE TRIGGER mark_charges_truck_visits_insert AFTER INSERT ON truck_visits FOR EACH ROW WHEN ((new.gated_out_at IS NOT NULL)) EXECUTE FUNCTION mark_charges_of_truck_visits();
CREATE TRIGGER mark_charges_truck_visits_update AFTER UPDATE OF gated_out_at, cancelled_at, trucking_company_id ON truck_visits FOR EACH ROW WHEN ((((old.gated_out_at IS DISTINCT FROM new.gated_out_at) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at) OR (old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) AND ((old.gated_out_at IS NOT NULL) OR (new.gated_out_at IS NOT NULL)))) EXECUTE FUNCTION mark_charges_of_truck_visits();
CREATE TRIGGER mark_charges_trucking_companies_update AFTER UPDATE OF trucking_company_id ON truck_visits FOR EACH ROW WHEN (((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) AND (true OR true))) EXECUTE FUNCTION mark_charges_of_trucking_companies();
CREATE TRIGGER mark_charges_vehicles_insert AFTER INSERT ON vehicles FOR EACH ROW WHEN (new.has_been_here) EXECUTE FUNCTION mark_charges_of_vehicles();
CREATE TRIGGER mark_charges_vehicles_update AFTER UPDATE OF weight, volume, length, width, usage, shipping_line_id, commodity_type_id, booking_id, arrival_voyage_id, departure_voyage_id ON vehicles FOR EACH ROW WHEN ((((old.weight IS DISTINCT FROM new.weight) OR (old.volume IS DISTINCT FROM new.volume) OR (old.length IS DISTINCT FROM new.length) OR (old.width IS DISTINCT FROM new.width) OR (old.usage IS DISTINCT FROM new.usage) OR (old.shipping_line_id IS DISTINCT FROM new.shipping_line_id) OR (old.commodity_type_id IS DISTINCT FROM new.commodity_type_id) OR (old.booking_id IS DISTINCT FROM new.booking_id) OR (old.arrival_voyage_id IS DISTINCT FROM new.arrival_voyage_id) OR (old.departure_voyage_id IS DISTINCT FROM new.departure_voyage_id)) AND (old.has_been_here OR new.has_been_here))) EXECUTE FUNCTION mark_charges_of_vehicles();
CREATE TRIGGER mark_charges_voyages_insert AFTER INSERT ON voyages FOR EACH ROW WHEN ((num_nonnulls(new.actual_time_of_berth, new.at_berth_departure, new.actual_time_of_departure, new.agent_id) > 0)) EXECUTE FUNCTION mark_charges_of_voyages();
CREATE TRIGGER mark_charges_voyages_update AFTER UPDATE OF actual_time_of_berth, at_berth_departure, actual_time_of_departure, agent_id, vessel_id, cancelled ON voyages FOR EACH ROW WHEN ((((old.actual_time_of_berth IS DISTINCT FROM new.actual_time_of_berth) OR (old.at_berth_departure IS DISTINCT FROM new.at_berth_departure) OR (old.actual_time_of_departure IS DISTINCT FROM new.actual_time_of_departure) OR (old.agent_id IS DISTINCT FROM new.agent_id) OR (old.vessel_id IS DISTINCT FROM new.vessel_id) OR (old.cancelled IS DISTINCT FROM new.cancelled)) AND ((num_nonnulls(old.actual_time_of_berth, old.at_berth_departure, old.actual_time_of_departure, old.agent_id) > 0) OR (num_nonnulls(new.actual_time_of_berth, new.at_berth_departure, new.actual_time_of_departure, new.agent_id) > 0)))) EXECUTE FUNCTION mark_charges_of_voyages();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON billed_containers FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
