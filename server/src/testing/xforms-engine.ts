// ODK's own form engine (the one of ODK Web Forms) outside of a browser: loads our form as a phone downloads it, and
// fills it in as a surveyor would.
import type { AnyNode, LoadForm, RootNode, SelectNode } from '@getodk/xforms-engine';
import { JSDOM } from 'jsdom';

/** The classes of a document that the engine looks for. */
const classes = [
  ...['DOMParser', 'XMLSerializer', 'Document', 'XMLDocument', 'Node', 'Element', 'Attr', 'Text'],
  ...['CDATASection', 'Comment', 'ProcessingInstruction', 'NodeFilter', 'document'],
];

const openEngine = async (): Promise<LoadForm> => {
  const { window } = new JSDOM();
  for (const name of classes) Object.assign(globalThis, { [name]: window[name] });
  // Its XPath parser asks for its own folder wherever there is a `process`.
  Object.assign(globalThis, { __dirname: import.meta.dirname });
  return (await import('@getodk/xforms-engine')).loadForm;
};

/** Opened once: it keeps the classes of the document that it found first. */
let engine: Promise<LoadForm> | undefined;

/** Other tests of the process have no document. */
export const closeEngine = (): void => {
  engine = undefined;
  for (const name of [...classes, '__dirname']) Reflect.deleteProperty(globalThis, name);
};

/** A form that is being filled in. */
export interface OpenForm {
  root: RootNode;
  /** A node by the end of its path. */
  node(name: string): AnyNode;
  /** Answers a question: the text of an input, the value of a choice. */
  answer(name: string, value: string): void;
  /** Values and labels of a question's choices. */
  choices(name: string): { value: string; label: string }[];
  /** What the engine has against the answers so far, by question. */
  refusals(): Record<string, string>;
  /** The finished form as it is sent. */
  finish(): Promise<{ xml: string; files: File[] }>;
}

const namesOf = (node: AnyNode): string => node.currentState.reference;

const allNodes = (node: AnyNode): AnyNode[] => [
  node,
  ...(node.currentState.children ?? []).flatMap(allNodes),
];

const filling = (root: RootNode): OpenForm => {
  const node = (name: string): AnyNode => {
    const found = allNodes(root).find((one) => namesOf(one).endsWith(`/${name}`));
    if (!found) throw new Error(`the form has no ${name}`);
    return found;
  };
  return {
    root,
    node,
    answer(name, value) {
      const question = node(name);
      if (question.nodeType === 'select') question.selectValue(value);
      else if (question.nodeType === 'input') question.setValue(value as never);
      else throw new Error(`${name} is a ${question.nodeType}`);
    },
    choices: (name) =>
      (node(name) as SelectNode).currentState.valueOptions.map((option) => ({
        value: option.value,
        label: option.label.asString,
      })),
    refusals: () =>
      Object.fromEntries(
        root.validationState.violations.map(({ reference, violation }) => [
          reference.split('/').at(-1) ?? '',
          violation.condition === 'required' ? 'required' : (violation.message?.asString ?? ''),
        ]),
      ),
    async finish() {
      const payload = await root.prepareInstancePayload();
      if (payload.status !== 'ready') throw new Error('the form is not finished');
      const [data] = payload.data;
      const files = [...data.values()].filter((value): value is File => typeof value !== 'string');
      const xml = await data.get('xml_submission_file').text();
      return { xml, files: files.filter(({ name }) => name !== 'xml_submission_file') };
    },
  };
};

/**
 * Opens a form.
 * @param files what the manifest names, by file name
 */
export const openForm = async (
  xml: string,
  files: ReadonlyMap<string, string>,
): Promise<OpenForm> => {
  engine ??= openEngine();
  const loadForm = await engine;
  const loaded = await loadForm(xml, {
    fetchFormAttachment: async (url) => {
      const file = files.get(url.pathname.split('/').at(-1) ?? '');
      return new Response(file, {
        status: file === undefined ? 404 : 200,
        headers: { 'content-type': 'text/csv' },
      });
    },
  });
  if (loaded.status !== 'success') throw loaded.error ?? new Error('the engine warns of the form');
  return filling(loaded.createInstance().root);
};
