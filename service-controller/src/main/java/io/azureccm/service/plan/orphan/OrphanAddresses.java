package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Orphan;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.orphan.ExistingServices.OwnerState;
import io.azureccm.service.plan.publicip.PublicIpHolders;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds public IPs tagged with Services that do not exist, and security rules that only allow traffic to orphans. */
record OrphanAddresses(PlannerSettings settings, ObservedState observedState, ExistingServices existing,
        ClusterState clusterState) {
    /** {@code frontends}: the orphaned ones. */
    List<OrphanFinding> publicIps(Set<ArmId> frontends) {
        PublicIpHolders holders = new PublicIpHolders(settings, observedState, clusterState.services());
        List<OrphanFinding> found = new ArrayList<>();
        for (PublicIp ip : observedState.publicIps()) {
            Optional<String> why = whyOurs(ip);
            if (why.isEmpty() || isUsed(ip, frontends) || holders.isSelected(ip))
                continue;
            List<String> services = ip.services();
            String base = baseOf(ip);
            boolean present = services.stream().anyMatch(name -> existing.ofSubject(name) == OwnerState.PRESENT)
                    || existing.ofElement(base) == OwnerState.PRESENT;
            boolean leaving = services.stream().anyMatch(name -> existing.ofSubject(name) == OwnerState.LEAVING);
            if (!present)
                found.add(
                        OrphanAudit.finding(Orphan.Kind.PUBLIC_IP, ip.id(), why.get(), base,
                                Set.copyOf(services), leaving));
        }
        return found;
    }

    /**
     * Only a public IP with a service tag is managed; its cluster is known from its tag, or from its generated name. One with the generated
     * name and the tag of another cluster was tagged by somebody else: it is found, but no plan deletes it.
     */
    private Optional<String> whyOurs(PublicIp ip) {
        if (ip.services().isEmpty())
            return Optional.empty();
        if (ip.cluster().equalsIgnoreCase(settings.clusterName()))
            return Optional.of("its tags name cluster " + settings.clusterName() + " and the Service");
        String named = "its name begins with " + settings.clusterName() + "-" + baseOf(ip);
        if (baseOf(ip).isEmpty())
            return Optional.empty();
        return Optional.of(ip.cluster().isEmpty()
                ? "its tags name a Service and " + named
                : named + ", although its tags name cluster " + ip.cluster() + ", so that it is never deleted");
    }

    private String baseOf(PublicIp ip) {
        return ServiceNames.baseOfPublicIp(settings.clusterName(), ip.name());
    }

    private boolean isUsed(PublicIp ip, Set<ArmId> frontends) {
        if (!ip.natGateway().isEmpty())
            return true;
        String user = ip.ipConfiguration();
        Optional<ArmId> attached = ArmId.tryParse(user);
        boolean elsewhere = !user.isEmpty() && (attached.isEmpty() || !frontends.contains(attached.get()));
        return elsewhere || observedState.loadBalancers()
                .frontendsAt(ip.id())
                .stream()
                .anyMatch(frontend -> !frontends.contains(frontend.id()));
    }

    /** A rule does not identify its cluster: it is an orphan if all its destinations are. */
    List<OrphanFinding> securityRules(Set<ArmId> frontends, List<OrphanFinding> publicIps) {
        Set<String> addresses = new TreeSet<>();
        boolean leaving = false;
        for (OrphanFinding finding : publicIps) {
            addresses.add(observedState.publicIp(finding.orphan().id()).map(PublicIp::address).orElse(""));
            leaving |= finding.orphan().leaving();
        }
        for (ArmId id : frontends) {
            addresses.add(observedState.loadBalancers()
                    .frontend(id)
                    .map(Frontend::privateIp)
                    .orElse(""));
            leaving |= existing.ofElement(id.name()) == OwnerState.LEAVING;
        }
        addresses.remove("");
        clusterState.services().stream().filter(ServiceSpec::wanted).forEach(service -> {
            clusterState.statusIps(service).forEach(addresses::remove);
            service.address().additionalIps().forEach(addresses::remove);
        });
        return rules(addresses, leaving);
    }

    private List<OrphanFinding> rules(Set<String> addresses, boolean leaving) {
        List<OrphanFinding> found = new ArrayList<>();
        observedState.securityGroup().ifPresent(group -> group.rules().forEach(rule -> {
            boolean left = rule.managed() && !rule.hasApplicationGroups() && !rule.destinations().isEmpty()
                    && addresses.containsAll(rule.destinations());
            if (left)
                found.add(OrphanAudit.finding(Orphan.Kind.SECURITY_RULE,
                        SecurityGroup.ruleId(settings.securityGroup(), rule.name()),
                        "its name is one that only rules of Services have, and it only allows traffic to orphans: "
                                + String.join(", ", rule.destinations()),
                        "", Set.of(), leaving));
        }));
        return found;
    }
}
