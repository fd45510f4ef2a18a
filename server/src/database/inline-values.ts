// COPY takes no parameters: writes a query with its values inlined as quoted literals.
import {
  createQueryId,
  type OperationNodeSource,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely';
import pg from 'pg';

/**
 * A value as an untyped literal, which PostgreSQL reads like a parameter.
 * @throws where the value is of a type that no filter has, or cannot be text of PostgreSQL
 */
const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? "'true'" : "'false'";
  if (typeof value === 'number' && Number.isFinite(value)) return `'${value}'`;
  // pg doubles quotes, and backslashes within E'', whatever standard_conforming_strings says.
  if (typeof value === 'string' && !value.includes('\u0000')) return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  throw new Error(`A value of type ${typeof value} cannot be written into a query.`);
};

/**
 * Writes values where Kysely's compiler writes `$1`: no text is searched, so none can be mistaken for a placeholder.
 */
class InliningCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

/** The SQL of a query with inlined values, for statements that take no parameters. */
export const inlineValues = (query: OperationNodeSource): string =>
  new InliningCompiler().compileQuery(query.toOperationNode() as RootOperationNode, createQueryId())
    .sql;
