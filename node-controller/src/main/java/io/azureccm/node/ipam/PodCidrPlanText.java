package io.azureccm.node.ipam;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.exec.PrintedPlan;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A plan of pod CIDRs as the journal shows it, with the refusals that are new. */
record PodCidrPlanText(PodCidrPlan plan, List<Refusal> refusals, int known) implements PrintedPlan {
    private static final int MAX_NODES = 100;

    @Override
    public String scope() {
        return "pod-cidrs";
    }

    @Override
    public boolean isEmpty() {
        return plan.assignments().isEmpty();
    }

    @Override
    public String text(long number) {
        List<String> lines = new ArrayList<>();
        lines.add("Plan #" + number + "  pod-cidrs  nodes=" + known + " known  " + plan.usages()
                .stream()
                .map(each -> each.range() + " " + each.taken() + "/" + each.range().size() + " taken")
                .collect(Collectors.joining(", ")));
        plan.assignments()
                .stream()
                .limit(MAX_NODES)
                .forEach(each -> lines.add("  ~ " + each.node().name() + "   podCIDRs " + each.cidrs()));
        if (plan.assignments().size() > MAX_NODES)
            lines.add("  ... and " + (plan.assignments().size() - MAX_NODES) + " more");
        refusals.stream()
                .limit(MAX_NODES)
                .forEach(each -> lines.add("  ! " + each.subject() + "  " + each.code() + ": " + each.message()));
        if (refusals.size() > MAX_NODES)
            lines.add("  ! ... and " + (refusals.size() - MAX_NODES) + " more");
        lines.add("  calls: " + plan.assignments().size() + " writes to nodes");
        return lines.stream().map(line -> line.replaceAll("\\p{Cntrl}+", " ")).collect(Collectors.joining("\n"));
    }

    @Override
    public ObjectNode json(long number) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("number", number).put("scope", scope()).put("known", known);
        ArrayNode ranges = json.putArray("ranges");
        plan.usages()
                .forEach(each -> ranges.addObject()
                        .put("range", each.range().toString())
                        .put("taken", each.taken())
                        .put("size", each.range().size()));
        ArrayNode nodes = json.putArray("nodes");
        plan.assignments().forEach(each -> {
            ArrayNode cidrs = nodes.addObject().put("name", each.node().name()).putArray("podCIDRs");
            each.cidrs().forEach(cidr -> cidrs.add(cidr.toString()));
        });
        ArrayNode refused = json.putArray("refusals");
        refusals.forEach(each -> refused.addObject()
                .put("code", each.code())
                .put("subject", each.subject())
                .put("message", each.message()));
        return json;
    }
}
