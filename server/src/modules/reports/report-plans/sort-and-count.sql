select * from (
        with matching as materialized ((select "reports"."id", "reports"."capture_time" from "reports" where "reports"."replaced_by" is null and reports.pin = any(array(select pin from rollup_pins where (pin like $1)
    union all select pin from report_deltas where (pin like $2))) and true /* planned anew */))
        select (select count(*) from matching) as total,
          (select array_agg(id) from (select id from matching order by capture_time desc, id desc
            limit $3 offset $4) as page) as ids) as "found";

select not reports.was_unassigned as "was_assigned", reports.is_second as "is_second", reports.photo_awaited is not null as "photo_awaited", case when reports.resubmission = 1 then 'sent_back'
  else coalesce(reports.review, 'new') end as "review", reports.reviewed_by as "reviewed_by", to_char("reports"."reviewed_at", 'DD/MM/YYYY HH24:MI:SS') as "reviewed_at", "reports"."id", "reports"."username", "reports"."user_name", "reports"."user_phone", "reports"."circle", "reports"."pin", "reports"."info", "reports"."floors_num", "reports"."basement", "reports"."store_front" as "Store_front", "reports"."land_area", "reports"."covered_area", "reports"."land", "reports"."other", "reports"."comments", "reports"."latitude", "reports"."longitude", to_char("reports"."capture_time", 'DD/MM/YYYY HH24:MI:SS') as "capture_time", to_char("reports"."submission_time", 'DD/MM/YYYY HH24:MI:SS') as "submission_time", "reports"."resubmission", "reports"."photo_name" as "picture_path" from "reports" where reports.id = any($1::bigint[]) order by "reports"."capture_time" desc, "reports"."id" desc;
