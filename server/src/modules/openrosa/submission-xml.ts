// Reads the XML of a finished form: its leaves, by name. The parser knows the five entities of XML and no others, and
// what is deeper or longer than any form of ours is refused where it is read.
import { SaxesParser } from 'saxes';
import { AppError } from '../../app-error.ts';
import { say } from '../../say.ts';

const mostDepth = 8;
const mostElements = 200;

/** A finished form. */
export interface FormInstance {
  formId: string;
  /** The text of each element without elements in it, by its local name. Of several with one name the last counts. */
  answers: ReadonlyMap<string, string>;
}

const refuse = (reason: string): never => {
  throw new AppError('malformed-request', say('xml-broken', { reason }));
};

/**
 * @throws AppError malformed-request where it is no XML, declares a document type, is too deep or has too many elements
 */
export const readFormInstance = (xml: string): FormInstance => {
  const parser = new SaxesParser({ xmlns: true });
  const answers = new Map<string, string>();
  /** Whether the elements that are open have elements in them. */
  const open: boolean[] = [];
  let formId = '';
  let text = '';
  let elements = 0;
  parser.on('doctype', () => refuse('it declares a document type.'));
  parser.on('error', (error) => refuse(error.message));
  parser.on('opentag', ({ attributes }) => {
    elements += 1;
    if (open.length === 0) formId = attributes.id?.value ?? '';
    else open[open.length - 1] = true;
    open.push(false);
    if (open.length > mostDepth) refuse(`it is more than ${mostDepth} levels deep.`);
    if (elements > mostElements) refuse(`it has more than ${mostElements} elements.`);
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ local }) => {
    if (open.pop() === false) answers.set(local, text.trim());
    text = '';
  });
  parser.write(xml).close();
  return { formId, answers };
};
