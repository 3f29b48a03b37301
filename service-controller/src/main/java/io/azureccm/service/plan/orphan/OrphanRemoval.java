package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.DeletedService;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Removes orphans like any other resources: as those of a Service that wants nothing any more. All other Services are left unchanged
 * meanwhile, so that the plan contains nothing but orphans.
 */
public final class OrphanRemoval {
    /** The cause of deleting orphans, in plans and metrics. */
    public static final String ORPHAN_DELETED = "OrphanDeleted";
    /** The namespace of a placeholder Service that is only known by the names of its resources. */
    private static final String NOBODY = "orphans";

    private final Map<String, ServiceSpec> departed = new LinkedHashMap<>();
    private final Set<String> names = new TreeSet<>();
    private final Set<ArmId> ids = new TreeSet<>();

    public OrphanRemoval(List<OrphanFinding> findings) {
        Map<String, String> subjects = new HashMap<>();
        findings.stream()
                .filter(finding -> !finding.base().isEmpty() && finding.subjects().size() == 1)
                .forEach(finding -> subjects.put(finding.base(), finding.subjects().iterator().next()));
        for (OrphanFinding finding : findings) {
            if (!finding.base().isEmpty())
                depart(ServiceKey.parse(subjects.getOrDefault(finding.base(), NOBODY + "/" + finding.base())),
                        finding.base().substring(1));
            finding.subjects()
                    .stream()
                    .filter(subject -> subject.contains("/") && !subjects.containsValue(subject))
                    .forEach(subject -> depart(ServiceKey.parse(subject), NOBODY + "/" + subject));
            names.add(finding.orphan().id().name());
            ids.add(finding.orphan().id());
        }
    }

    private void depart(ServiceKey key, String uid) {
        departed.putIfAbsent(uid, DeletedService.of(key, uid));
    }

    /** These Services, left unchanged, and the owners of orphans. */
    public ServiceDecisions services(ServiceDecisions now) {
        Map<String, Refusal> refusals = new HashMap<>();
        now.all()
                .stream()
                .filter(ServiceSpec::wanted)
                .forEach(service -> refusals.put(service.uid(),
                        new Refusal("OrphansOnly", service.subject(), "is left unchanged while orphans are removed")));
        return now.refusing(Stage.ADDRESS, refusals).and(List.copyOf(departed.values()), departed.size());
    }

    /** The plan for execution: its causes say that orphans are deleted, and it has no refusals. */
    public Plan plan(Plan planned) {
        Optional<ArmId> rules = planned.operations()
                .stream()
                .map(Operation::target)
                .filter(target -> target.hasType(ArmTypes.SECURITY_GROUP))
                .findFirst();
        Set<String> subjects = new TreeSet<>();
        departed.values().forEach(service -> subjects.add(service.subject()));
        List<Operation> operations = planned.operations()
                .stream()
                .filter(operation -> isMeant(operation.target()))
                .map(operation -> operation
                        .with(operation.changes().stream().map(change -> explained(change, subjects)).toList())
                        .after(after(operation, rules)))
                .toList();
        return new Plan("orphans " + planned.scope(), operations, List.of(), planned.basis());
    }

    /** Only their addresses identify the rules that lead to orphans, so rules are deleted first. */
    private static Set<ArmId> after(Operation operation, Optional<ArmId> rules) {
        Set<ArmId> first = new TreeSet<>(operation.after());
        if (operation.target().hasType(ArmTypes.LOAD_BALANCER))
            rules.ifPresent(first::add);
        return first;
    }

    /** A resource that only tags link to a Service is deleted only if it was found. */
    private boolean isMeant(ArmId target) {
        boolean byTags = target.hasType(ArmTypes.PUBLIC_IP) || target.hasType(ArmTypes.PRIVATE_LINK_SERVICE);
        return !byTags || ids.contains(target);
    }

    private Change explained(Change change, Set<String> subjects) {
        boolean ofOrphan = Arrays.stream(change.cause().subject().split(",")).anyMatch(subjects::contains);
        if (!ofOrphan && !names.contains(change.name()))
            return change;
        Cause cause = new Cause(ORPHAN_DELETED, change.cause().subject());
        return new Change(change.kind(), change.element(), change.name(), change.fields(), cause);
    }
}
