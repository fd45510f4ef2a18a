// Every colour of the console, once for each scheme: the contrast of their pairs is computed in
// contrast.test.ts (WCAG 2.2 AA; AAA for text where high contrast is chosen).
import type { MantineColorsTuple } from '@mantine/core';

export const teal: MantineColorsTuple = [
  '#e9f8f6',
  '#d3efeb',
  '#a7ded7',
  '#76cbc1',
  '#4cb8ac',
  '#279f93',
  '#138479',
  '#0b6e66',
  '#085a54',
  '#05423e',
];

export const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e6e9ec',
  '#d9dde2',
  '#c3c9d0',
  '#9aa2ac',
  '#6b7480',
  '#4b535e',
  '#343b44',
  '#1f242b',
];

export const dark: MantineColorsTuple = [
  '#d5d9de',
  '#b4bac2',
  '#959ca6',
  '#6b727c',
  '#3a4048',
  '#2d3239',
  '#22262c',
  '#181b20',
  '#131619',
  '#0d0f12',
];

export interface Tokens {
  body: string;
  text: string;
  dimmed: string;
  placeholder: string;
  error: string;
  /** Behind the panels. */
  canvas: string;
  /** Separators; decorative. */
  line: string;
  /** Borders of fields and checkboxes: 3:1 (WCAG 1.4.11). */
  control: string;
  hover: string;
  accentSoft: string;
  accentText: string;
  /** Background of buttons and the current page, with text in `onFilled`. */
  filled: string;
  filledHover: string;
  onFilled: string;
  /** Focus ring. */
  focus: string;
  /** Bars and rings of charts. */
  figure: string;
  redSoft: string;
  redText: string;
  greenSoft: string;
  greenText: string;
  amberSoft: string;
  amberText: string;
  blueSoft: string;
  blueText: string;
}

export const light: Tokens = {
  body: '#ffffff',
  text: '#1b2027',
  dimmed: '#5a626d',
  placeholder: '#6b7480',
  error: '#b42323',
  canvas: '#f7f8f9',
  line: '#e3e6ea',
  control: '#868e98',
  hover: '#f2f5f6',
  accentSoft: '#e3f4f1',
  accentText: '#085a54',
  filled: '#0b6e66',
  filledHover: '#085a54',
  onFilled: '#ffffff',
  focus: '#0b6e66',
  figure: '#138479',
  redSoft: '#fdeeee',
  redText: '#a61e1e',
  greenSoft: '#e2f5e6',
  greenText: '#1b6131',
  amberSoft: '#fdf1d0',
  amberText: '#6f4400',
  blueSoft: '#e8f1fb',
  blueText: '#17508f',
};

export const night: Tokens = {
  body: '#181b20',
  text: '#d5d9de',
  dimmed: '#a2a9b3',
  placeholder: '#8b929c',
  error: '#ff9c9c',
  canvas: '#131619',
  line: '#2d3239',
  control: '#6b727c',
  hover: '#23282e',
  accentSoft: '#15322f',
  accentText: '#8fd9d0',
  filled: '#0b6e66',
  filledHover: '#085a54',
  onFilled: '#ffffff',
  focus: '#4cb8ac',
  figure: '#279f93',
  redSoft: '#361c1e',
  redText: '#ffa8a8',
  greenSoft: '#16331f',
  greenText: '#8ce99a',
  amberSoft: '#3a2c0e',
  amberText: '#ffe066',
  blueSoft: '#152b40',
  blueText: '#a5d8ff',
};

/** High contrast: 7:1 for every text, 4.5:1 for every line. */
export const lightContrast: Tokens = {
  body: '#ffffff',
  text: '#000000',
  dimmed: '#262c33',
  placeholder: '#3d4650',
  error: '#8a0f0f',
  canvas: '#ffffff',
  line: '#4b535e',
  control: '#000000',
  hover: '#e6e9ec',
  accentSoft: '#d3efeb',
  accentText: '#033a36',
  filled: '#05423e',
  filledHover: '#000000',
  onFilled: '#ffffff',
  focus: '#000000',
  figure: '#05423e',
  redSoft: '#ffffff',
  redText: '#8a0f0f',
  greenSoft: '#ffffff',
  greenText: '#0d4a20',
  amberSoft: '#ffffff',
  amberText: '#573500',
  blueSoft: '#ffffff',
  blueText: '#0c3c70',
};

export const nightContrast: Tokens = {
  body: '#000000',
  text: '#ffffff',
  dimmed: '#dfe3e8',
  placeholder: '#b4bac2',
  error: '#ffb3b3',
  canvas: '#000000',
  line: '#959ca6',
  control: '#ffffff',
  hover: '#2d3239',
  accentSoft: '#05423e',
  accentText: '#d3efeb',
  filled: '#085a54',
  filledHover: '#05423e',
  onFilled: '#ffffff',
  focus: '#ffffff',
  figure: '#76cbc1',
  redSoft: '#000000',
  redText: '#ffb3b3',
  greenSoft: '#000000',
  greenText: '#a9f5b8',
  amberSoft: '#000000',
  amberText: '#ffe58a',
  blueSoft: '#000000',
  blueText: '#b8e0ff',
};
