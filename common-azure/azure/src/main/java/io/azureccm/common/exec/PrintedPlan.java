package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A plan of writes to something other than ARM, as the journal shows it. */
public interface PrintedPlan {
    String scope();

    /** True if it writes nothing and only lists refusals. */
    boolean isEmpty();

    /** Lines for users, as for ARM plans, without a line break at the end. */
    String text(long number);

    ObjectNode json(long number);
}
