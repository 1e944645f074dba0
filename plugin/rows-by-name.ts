/**
 * A table that is asked by names of the analysed code. `constructor` and `toString` are names there like any other, so the table has
 * no prototype that would answer them.
 */
export function rowsByName<Table extends object>(table: Table): Table {
  return Object.setPrototypeOf(table, null)
}
