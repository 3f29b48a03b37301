package io.azureccm.common.boot;

/** Observes or replaces what the program of an app does, as a record or a shadow does. A bean of a lower order is nearer to the program. */
@FunctionalInterface
public interface ProgramWrapper {
    /** The program that runs instead; the given one if there is nothing to do. */
    ControllerProgram around(ControllerProgram program);
}
