import { writeListFilter } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './surveyor-list.module.css';

interface Surveyor {
  username: string;
  name: string;
  /** Of the last 30 days. */
  reports: number;
}

/** Surveyors with their reports; a name leads to them. */
export const SurveyorList = ({
  title,
  surveyors,
}: {
  title: string;
  surveyors: readonly Surveyor[];
}) => (
  <Panel title={title}>
    {surveyors.length === 0 ? <p className={classes.none}>No surveyors yet.</p> : null}
    <ol className={classes.list}>
      {surveyors.map(({ username, name, reports }) => (
        <li key={username} className={classes.row}>
          <Link
            to="/report"
            search={{ username: writeListFilter([username]) }}
            className={classes.name}
            dir="auto"
          >
            {name || username}
          </Link>
          <span className={classes.username}>{username}</span>
          <span className={classes.reports}>{formatCount(reports, 'report')}</span>
        </li>
      ))}
    </ol>
  </Panel>
);
