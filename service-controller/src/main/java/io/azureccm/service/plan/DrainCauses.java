package io.azureccm.service.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.PrintableText;
import io.azureccm.service.model.AdminState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.NodeDrain;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Provides causes for pool writes that change only the admin state of members: the nodes, and why they are drained or not any more. */
record DrainCauses(ClusterState cluster) {
    static final String DRAINED = "NodeDrained";
    private static final String BACK = "NodeBack";
    private static final Pattern STATE = Pattern.compile(".*\\[(.+)]\\.adminState");
    private static final int NAMED = 5;

    List<Change> in(List<Change> changes) {
        return changes.stream().map(change -> change.element().equals("pool") ? named(change) : change).toList();
    }

    private Change named(Change pool) {
        List<String> drained = new ArrayList<>();
        List<String> back = new ArrayList<>();
        for (FieldChange field : pool.fields()) {
            Matcher state = STATE.matcher(field.path());
            if (!state.matches())
                return pool;
            String node = state.group(1);
            NodeDrain drain = cluster.draining().get(node);
            if (field.after().contains(AdminState.DOWN.word()))
                drained.add(node + (drain == null ? "" : "(" + drain.reason().word() + ")"));
            else
                back.add(node);
        }
        if (drained.isEmpty() && back.isEmpty())
            return pool;
        return pool.because(drained.isEmpty()
                ? new Cause(BACK, PrintableText.first(NAMED, back, ","))
                : new Cause(DRAINED, PrintableText.first(NAMED, drained, ",")));
    }
}
