-- What is due is looked for endpoint by endpoint. Beside deliveries_next this index was one more to write with every
-- delivery, and one that the search for an endpoint's next could go astray on, over all that others wait for.
DROP INDEX deliveries_due;
