select * from (
        select to_char(period, 'YYYY-MM-DD') as period, n, land_width, covered_width
        from rollup_state left join (select period, sum(n)::integer as n from (select date_trunc('month', day)::date as period, n from "rollup_pin_ngrams" where ngram = lower($1) and true union all select date_trunc('month', day)::date as period, n from "report_deltas" where pin like $2 and true) as parts(period, n)
    group by period having sum(n) <> 0) as counted on true) as "counts";

select * from (
        select to_char(period, 'YYYY-MM-DD') as period, n, land_width, covered_width
        from rollup_state left join (select period, sum(n)::integer as n from (select day as period, n from "rollup_pin_ngrams" where ngram = lower($1) and "day" >= $2::date and "day" < $3::date and true union all select day as period, n from "report_deltas" where pin like $4 and "day" >= $5::date and "day" < $6::date and true) as parts(period, n)
    group by period having sum(n) <> 0) as counted on true) as "counts";

select not reports.was_unassigned as "was_assigned", reports.is_second as "is_second", reports.photo_awaited is not null as "photo_awaited", case when reports.resubmission = 1 then 'sent_back'
  else coalesce(reports.review, 'new') end as "review", reports.reviewed_by as "reviewed_by", to_char("reports"."reviewed_at", 'DD/MM/YYYY HH24:MI:SS') as "reviewed_at", "reports"."id", "reports"."username", "reports"."user_name", "reports"."user_phone", "reports"."circle", "reports"."pin", "reports"."info", "reports"."floors_num", "reports"."basement", "reports"."store_front" as "Store_front", "reports"."land_area", "reports"."covered_area", "reports"."land", "reports"."other", "reports"."comments", "reports"."latitude", "reports"."longitude", to_char("reports"."capture_time", 'DD/MM/YYYY HH24:MI:SS') as "capture_time", to_char("reports"."submission_time", 'DD/MM/YYYY HH24:MI:SS') as "submission_time", "reports"."resubmission", "reports"."photo_name" as "picture_path" from "reports" where reports.id in (select id from ((select "reports"."id", "reports"."capture_time" from "reports" inner join unnest($1::date[]) as days(day) on "reports"."capture_time" >= days.day::timestamptz and "reports"."capture_time" < (days.day + 1)::timestamptz where "reports"."replaced_by" is null and "pin" like $2 and true /* planned anew */ offset 0)) as found
    order by capture_time desc, id desc limit $3 offset $4) order by "reports"."capture_time" desc, "reports"."id" desc;
