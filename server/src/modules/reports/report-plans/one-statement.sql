select * from (
        with asked as (select $1::bigint as skip, $2::bigint as size),
        months as materialized (select period, sum(n)::integer as n from (select month as period, n from "rollup_work_months" where "username" = $3::text and true union all select date_trunc('month', day)::date as period, n from "report_deltas" where "username" = $4::text and true) as parts(period, n)
    group by period having sum(n) <> 0),
        in_months as materialized (
  select min(period) as first, max(period + interval '1 month')::date as until, min(newer) as newer
  from (select period, n, 0 + sum(n) over (order by period desc) - n as newer
    from "months") as placed, asked
  where newer < skip + size and newer + n > skip),
        days as (select period, sum(n)::integer as n from (select day as period, n from "rollup_cell_days" where "username" = $5::text and day >= (select first from in_months) and day < (select until from in_months) and (select skip - newer > 100 from in_months, asked) and true union all select day as period, n from "report_deltas" where "username" = $6::text and day >= (select first from in_months) and day < (select until from in_months) and (select skip - newer > 100 from in_months, asked) and true) as parts(period, n)
    group by period having sum(n) <> 0),
        on_days as (
  select min(period) as first, max(period + 1)::date as until, min(newer) as newer
  from (select period, n, (select newer from in_months) + sum(n) over (order by period desc) - n as newer
    from "days") as placed, asked
  where newer < skip + size and newer + n > skip),
        place as materialized (
          select coalesce(on_days.first, in_months.first) as first,
            coalesce(on_days.until, in_months.until) as until,
            coalesce(on_days.newer, in_months.newer) as newer
          from on_days, in_months),
        counted as materialized (select coalesce(sum(n), 0)::bigint as total from months)
        select total, land_width, covered_width, page.*
        from counted cross join rollup_state
        left join (select not reports.was_unassigned as "was_assigned", reports.is_second as "is_second", reports.photo_awaited is not null as "photo_awaited", case when reports.resubmission = 1 then 'sent_back'
  else coalesce(reports.review, 'new') end as "review", reports.reviewed_by as "reviewed_by", to_char("reports"."reviewed_at", 'DD/MM/YYYY HH24:MI:SS') as "reviewed_at", "reports"."id", "reports"."username", "reports"."user_name", "reports"."user_phone", "reports"."circle", "reports"."pin", "reports"."info", "reports"."floors_num", "reports"."basement", "reports"."store_front" as "Store_front", "reports"."land_area", "reports"."covered_area", "reports"."land", "reports"."other", "reports"."comments", "reports"."latitude", "reports"."longitude", to_char("reports"."capture_time", 'DD/MM/YYYY HH24:MI:SS') as "capture_time", to_char("reports"."submission_time", 'DD/MM/YYYY HH24:MI:SS') as "submission_time", "reports"."resubmission", "reports"."photo_name" as "picture_path", row_number() over (order by reports.capture_time desc, reports.id desc) as "place" from "reports" where reports.id = any(array((select "reports"."id" from "reports" where "reports"."replaced_by" is null and "username" = $7 and "reports"."capture_time" >= (select first::timestamptz from place) and "reports"."capture_time" < (select until::timestamptz from place) order by "reports"."capture_time" desc, "reports"."id" desc limit (select size from asked) offset (select skip - newer from place, asked))))) as page on true
        order by place) as "page";
