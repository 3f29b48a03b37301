package io.azureccm.common.machine;

/** One thing that has to be read before questions about machines can be answered; equal for all who need it. */
public interface MachineRead {
    /** What is read, for people: a collection or a resource without its group. */
    String target();

    /** Reads with the same key are never made side by side. */
    String key();
}
