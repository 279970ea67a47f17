/** What a crane move changed, which an undo restores (decision 386). */
export interface ChangedByMove {
  /** The movement of the container, the vehicle or the breakbulk. */
  movement_id?: number;
  /** The load list items that it marked as loaded. */
  load_list_item_ids?: number[];
}
