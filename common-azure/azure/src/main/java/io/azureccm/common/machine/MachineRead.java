package io.azureccm.common.machine;

/** One read that queries about machines need; equal for all who need it. */
public interface MachineRead {
    /** What is read, for users: a collection or a resource without its group. */
    String target();

    /** Reads with the same key are never made concurrently. */
    String key();
}
