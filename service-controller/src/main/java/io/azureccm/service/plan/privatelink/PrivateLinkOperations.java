package io.azureccm.service.plan.privatelink;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.PrivateLinkModel;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes and deletes private link services, after the load balancers of the same plan, whose etag they change. A subnet is opened for them
 * only if it is not open yet, and based on a fresh read: any allocation of an address in a subnet changes its etag.
 */
final class PrivateLinkOperations {
    private final PlannerSettings settings;
    private final OnDemandReads reads;
    private final Set<ArmId> balancerWrites;
    private final Map<ArmId, Operation> operations = new LinkedHashMap<>();

    /** {@code balancerWrites}: the load balancers that the plan writes. */
    PrivateLinkOperations(PlannerSettings settings, OnDemandReads reads, Set<ArmId> balancerWrites) {
        this.settings = settings;
        this.reads = reads;
        this.balancerWrites = balancerWrites;
    }

    void write(List<PrivateLinkModel> models) {
        for (PrivateLinkModel model : models) {
            Set<ArmId> after = new TreeSet<>(Set.of(model.loadBalancer(), settings.securityGroup()));
            if (open(model))
                after.add(model.subnet());
            operations.put(model.id(), Operation
                    .put(model.id(), model.desired().json(), model.etag(), model.changes())
                    .after(after)
                    .forSubjects(Set.of(model.subject())));
        }
    }

    private boolean open(PrivateLinkModel model) {
        Optional<Subnet> subnet = reads.subnet(model.subnet());
        Optional<Subnet> opened = subnet.flatMap(Subnet::opened);
        if (opened.isEmpty())
            return false;
        String policy = subnet.get().policy();
        Change change = Change.update(Change.RESOURCE, model.subnet().name(),
                List.of(new FieldChange(Subnet.POLICY, policy.isEmpty() ? "Enabled" : policy, "Disabled")),
                new Cause("PrivateLinkWanted", model.subject()));
        Operation known = operations.get(model.subnet());
        Set<String> subjects = new TreeSet<>(known == null ? Set.of() : known.subjects());
        subjects.add(model.subject());
        Operation write = Operation.put(model.subnet(), opened.get().json(), opened.get().etag(), List.of(change))
                .forSubjects(subjects);
        if (balancerWrites.isEmpty()) {
            reads.ask(MissingReads.ofOutdated(Set.of(model.subnet())));
        } else {
            Set<String> awaits = new TreeSet<>();
            balancerWrites.forEach(balancer -> awaits.add(balancer.shortName()));
            write = write.after(balancerWrites).awaiting(awaits);
        }
        operations.put(model.subnet(), write);
        return true;
    }

    /** Connections are removed first: Azure does not delete a private link service with connections. */
    void delete(PrivateLink link, Cause cause, Set<String> subjects) {
        ArmId id = link.id();
        Set<ArmId> connections = new TreeSet<>();
        for (ArmId child : link.connections()) {
            connections.add(child);
            operations.put(child, Operation
                    .delete(child, List.of(Change.remove(Change.RESOURCE, child.name(), cause)))
                    .after(balancerWrites)
                    .forSubjects(subjects));
        }
        connections.addAll(balancerWrites);
        operations.put(id, Operation.delete(id, List.of(Change.remove(Change.RESOURCE, id.name(), cause)))
                .after(connections)
                .forSubjects(subjects));
    }

    List<Operation> operations() {
        return new ArrayList<>(operations.values());
    }
}
