import { limits } from '@survey/contract';
import { t } from '../text/text.ts';

const extension = /\.(?:xlsx|xls|csv)$/i;

/** Mime types of Excel and CSV files; the extensions are what a browser's dialog offers. */
export const statusFileTypes = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.ms-excel': ['.xls'],
  'text/csv': ['.csv'],
  'application/csv': ['.csv'],
};

/** The reason to refuse a file by its name or size (spec 5); undefined where it may be read. */
export const refuseStatusFile = (
  file: Pick<File, 'name' | 'type' | 'size'> | undefined,
): string | undefined => {
  if (!file) return t('Please select a file');
  if (!(file.type in statusFileTypes) && !extension.test(file.name)) {
    return t('Please select a valid Excel or CSV file (.xlsx, .xls, .csv)');
  }
  if (file.size >= limits.statusFileBytes) return t('File size must be less than 10MB');
  return undefined;
};
