import {
  landTypes,
  type Outcome,
  outcomeLabels,
  outcomes,
  type SubmissionField,
  submissionFields,
} from '@survey/contract/submission-fields';
import type { Answers } from '../store/report.ts';
import { known, t } from '../text/text.ts';
import type { Problems } from '../ui/check-answers.ts';

interface AnswerFieldsProps {
  answers: Answers;
  problems: Problems;
  onChange: (changes: Partial<Answers>) => void;
  /** Whether the pin was sent back: then an answer to the office is asked for. */
  isAnswering: boolean;
}

/** What a visit came to, as large buttons. */
const OutcomeChoice = ({ answers, onChange }: Pick<AnswerFieldsProps, 'answers' | 'onChange'>) => (
  <fieldset className="outcomes" aria-label={t('What the visit came to')}>
    {outcomes.map((outcome: Outcome) => (
      <button
        key={outcome}
        type="button"
        aria-pressed={answers.outcome === outcome}
        onClick={() => onChange({ outcome })}
      >
        {known(outcomeLabels[outcome])}
      </button>
    ))}
  </fieldset>
);

/** The fields of the contract, in the order of a walk around the house. */
export const AnswerFields = ({ answers, problems, onChange, isAnswering }: AnswerFieldsProps) => {
  const attributes = (field: SubmissionField) => ({
    name: field,
    'aria-invalid': problems[field] !== undefined,
    'aria-describedby': problems[field] ? `problem-of-${field}` : undefined,
  });
  const problem = (field: SubmissionField) =>
    problems[field] ? (
      <span className="problem" id={`problem-of-${field}`}>
        {problems[field]}
      </span>
    ) : null;
  const label = (field: SubmissionField) => known(submissionFields[field].label);
  const number = (field: 'land_area' | 'covered_area' | 'floors_num') => (
    <label>
      {label(field)}
      <input
        {...attributes(field)}
        inputMode={field === 'floors_num' ? 'numeric' : 'decimal'}
        dir="ltr"
        value={answers[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
      {problem(field)}
    </label>
  );
  const yesNo = (field: 'basement' | 'Store_front') => (
    <label className="yes-no">
      <input
        type="checkbox"
        name={field}
        checked={answers[field]}
        onChange={(event) => onChange({ [field]: event.target.checked })}
      />
      {label(field)}
    </label>
  );
  const text = (field: 'info' | 'other' | 'comments' | 'answer') => (
    <label>
      {label(field)}
      <textarea
        {...attributes(field)}
        rows={2}
        dir="auto"
        value={answers[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
      {problem(field)}
    </label>
  );
  return (
    <>
      <OutcomeChoice answers={answers} onChange={onChange} />
      <label>
        {label('land')}
        <input
          {...attributes('land')}
          list="land-types"
          dir="auto"
          value={answers.land}
          onChange={(event) => onChange({ land: event.target.value })}
        />
        {problem('land')}
      </label>
      <datalist id="land-types">
        {landTypes.map((land) => (
          <option key={land} value={land}>
            {known(land)}
          </option>
        ))}
      </datalist>
      <div className="pair">
        {number('land_area')}
        {number('covered_area')}
      </div>
      <div className="pair">
        {number('floors_num')}
        <div>
          {yesNo('basement')}
          {yesNo('Store_front')}
        </div>
      </div>
      {text('info')}
      {text('other')}
      {text('comments')}
      {isAnswering ? text('answer') : null}
    </>
  );
};
