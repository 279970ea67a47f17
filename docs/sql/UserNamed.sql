SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."email" AS "email",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    (coalesce(nullif(concat_ws(' ', t."firstname", t."lastname"), ''), t."email")) AS "name"
  ) f
)
FROM users t
