SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (coalesce(nullif(concat_ws(' ', t."firstname", t."lastname"), ''), t."email")) AS "name"
  ) f
)
FROM users t
