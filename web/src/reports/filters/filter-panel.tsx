import { Button, Paper, Skeleton } from '@mantine/core';
import {
  type AreaRange,
  areaBuckets,
  type CheckName,
  type CountedFilter,
  checkLabels,
  checkNames,
  circleKey,
  type ListLabel,
  listLabels,
  markLabels,
  type PhotoLabel,
  photoLabels,
  type ReportOptions,
  type ResubmissionLabel,
  type ReviewState,
  resubmissionLabels,
  reviewStates,
  type SeverityLabel,
  severityLabels,
  writeRange,
} from '@survey/contract';
import { useHas } from '../../api/capabilities.ts';
import { severityText } from '../../flags/flag-texts.ts';
import { known, msg, t } from '../../text/text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { withAreaUnit } from '../area-unit.ts';
import { stateLabels } from '../review/review-texts.ts';
import { CheckGroup, type CheckOption } from './check-group.tsx';
import { useFilterCounts } from './filter-choices.api.ts';
import classes from './filter-panel.module.css';
import {
  listText,
  photoText,
  placeText,
  rangeText,
  resubmissionText,
  secondText,
} from './filter-texts.ts';
import { type Filters, readFilters } from './report-search.ts';

/** A failed query, with Retry. */
export interface Failure {
  details: string;
  onRetry: () => void;
  isRetrying: boolean;
}

interface FilterPanelProps {
  options: ReportOptions | undefined;
  failure: Failure | undefined;
  filters: Filters;
  /** The filters that select the same list on the server: under these values are counted. */
  listFilters: Filters;
  onChange: (change: Filters) => void;
  onClearAll: () => void;
  /** The sub-report has no Resubmission filter (spec 2). */
  withResubmission: boolean;
}

const plain = (options: ReportOptions['land']): CheckOption[] =>
  options.map(({ value, count }) => ({ value, label: value, count }));

const resubmissionOptions = (options: ReportOptions['land']): CheckOption[] =>
  resubmissionLabels.map((value) => ({
    value,
    label: t(resubmissionText[value]),
    count: options.find((option) => option.value === value)?.count ?? 0,
  }));

type Counts = NonNullable<ReturnType<typeof useFilterCounts>>;

/**
 * The options with the counts that the other filters leave: 0 where a value has none, no count where they are not
 * counted.
 */
const recounted = (
  options: readonly CheckOption[],
  counts: Counts | undefined,
  name: CountedFilter,
): CheckOption[] => {
  if (!counts) return [...options];
  const keyOf = name === 'circle' ? circleKey : (value: string) => value;
  const left = new Map(counts[name]?.map(({ value, count }) => [value, count]));
  return options.map((option) => ({
    ...option,
    count: counts[name] && (left.get(keyOf(option.value)) ?? 0),
  }));
};

/** The ranges of spec 9, and other ranges from a shared link. */
const rangeOptions = (largest: number, chosen: readonly AreaRange[]): CheckOption[] => {
  const ranges = new Map(
    [...areaBuckets(largest), ...chosen].map((range) => [writeRange(range), range]),
  );
  return [...ranges].map(([value, range]) => ({ value, label: rangeText(range) }));
};

/** Filters by what a report has or has not. */
const marks = [
  { name: 'second', title: msg('Second reports'), labels: markLabels, text: secondText },
  { name: 'photo', title: msg('Photo'), labels: photoLabels, text: photoText },
  { name: 'place', title: msg('Place'), labels: markLabels, text: placeText },
] as const;

type MarkTexts = Readonly<Record<PhotoLabel, string>>;

const skeletons = ['land', 'name', 'circle', 'area'];

/** Checkbox groups and area ranges (spec 2). */
export const FilterPanel = ({
  options,
  failure,
  filters,
  listFilters,
  onChange,
  onClearAll,
  withResubmission,
}: FilterPanelProps) => {
  const counts = useFilterCounts(listFilters);
  const { land = [], name = [], circle = [], resubmission = [], list = [], review = [] } = filters;
  const { flag = [], severity = [] } = filters;
  const knowsLists = useHas('setAsideSelection');
  const knowsMarks = useHas('makeReportCurrent');
  const knowsAwaited = useHas('setUpPhones');
  const knowsReview = useHas('reviewReport');
  const knowsChecks = useHas('checks');
  const { land_area = [], covered_area = [] } = filters;
  const ranges = (field: 'land_area' | 'covered_area', values: string[]) =>
    onChange({ [field]: readFilters({ [field]: values.join(',') })[field] ?? [] });

  return (
    <Paper component="section" aria-label={t('Filters')} withBorder radius="lg" p="md">
      {failure ? <ErrorState title={t('Failed to load the filters')} {...failure} /> : null}
      <div className={classes.groups}>
        {options ? (
          <>
            <CheckGroup
              title={t('Land Type')}
              options={recounted(plain(options.land), counts, 'land')}
              value={land}
              onChange={(values) => onChange({ land: values })}
            />
            <CheckGroup
              title={t('Name')}
              options={recounted(plain(options.name), counts, 'name')}
              value={name}
              onChange={(values) => onChange({ name: values })}
            />
            <CheckGroup
              title={t('Circle')}
              options={recounted(plain(options.circle), counts, 'circle')}
              value={circle}
              onChange={(values) => onChange({ circle: values })}
            />
            {withResubmission ? (
              <CheckGroup
                title={t('Resubmission')}
                options={recounted(
                  resubmissionOptions(options.resubmission),
                  counts,
                  'resubmission',
                )}
                value={resubmission}
                onChange={(values) => onChange({ resubmission: values as ResubmissionLabel[] })}
              />
            ) : null}
            {knowsChecks ? (
              <>
                <CheckGroup
                  title={t('Severity of flags')}
                  options={severityLabels.map((value) => ({
                    value,
                    label: t(severityText[value]),
                  }))}
                  value={severity}
                  onChange={(values) => onChange({ severity: values as SeverityLabel[] })}
                />
                <CheckGroup
                  title={t('Flag')}
                  options={checkNames.map((value) => ({ value, label: known(checkLabels[value]) }))}
                  value={flag}
                  onChange={(values) => onChange({ flag: values as CheckName[] })}
                />
              </>
            ) : null}
            {knowsReview ? (
              <CheckGroup
                title={t('Review')}
                options={recounted(
                  reviewStates.map((value) => ({
                    value,
                    label: t(stateLabels[value]),
                    count: options.review?.find((option) => option.value === value)?.count ?? 0,
                  })),
                  counts,
                  'review',
                )}
                value={review}
                onChange={(values) => onChange({ review: values as ReviewState[] })}
              />
            ) : null}
            {knowsLists ? (
              <CheckGroup
                title={t("Surveyor's list")}
                options={recounted(
                  listLabels.map((value) => ({ value, label: t(listText[value]) })),
                  counts,
                  'list',
                )}
                value={list}
                onChange={(values) => onChange({ list: values as ListLabel[] })}
              />
            ) : null}
            {knowsMarks
              ? marks.map((mark) => (
                  <CheckGroup
                    key={mark.name}
                    title={t(mark.title)}
                    options={recounted(
                      mark.labels
                        .filter((value) => value !== 'awaited' || knowsAwaited)
                        .map((value) => ({ value, label: t((mark.text as MarkTexts)[value]) })),
                      counts,
                      mark.name,
                    )}
                    value={filters[mark.name] ?? []}
                    onChange={(values) => onChange({ [mark.name]: values as PhotoLabel[] })}
                  />
                ))
              : null}
            <CheckGroup
              title={withAreaUnit(t('Land Area'))}
              options={rangeOptions(options.largest_land_area, land_area)}
              value={land_area.map(writeRange)}
              onChange={(values) => ranges('land_area', values)}
            />
            <CheckGroup
              title={withAreaUnit(t('Covered Area'))}
              options={rangeOptions(options.largest_covered_area, covered_area)}
              value={covered_area.map(writeRange)}
              onChange={(values) => ranges('covered_area', values)}
            />
          </>
        ) : (
          !failure && skeletons.map((group) => <Skeleton key={group} height={120} />)
        )}
      </div>
      <Button mt="md" size="xs" variant="default" onClick={onClearAll}>
        {t('Clear All Filters')}
      </Button>
    </Paper>
  );
};
