package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A plan of writes to something else than ARM, as the journal shows it. */
public interface PrintedPlan {
    String scope();

    /** True when it writes nothing and only says who was refused. */
    boolean isEmpty();

    /** Lines for people, as of plans for ARM, without a line break at the end. */
    String text(long number);

    ObjectNode json(long number);
}
