package io.azureccm.node.plan;

import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeKeys;
import io.azureccm.node.spec.ProvidedIps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Derives the desired state of a node from its machine. */
record NodeModelPlanner(boolean betaLabels) {
    private static final String NO_FAULT_DOMAIN = "0";
    private static final Pattern LABEL_VALUE = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    /** Internal addresses, the host name, external addresses; addresses given to the kubelet come first. */
    List<Address> addresses(NodeFacts node, List<MachineAddress> machine) throws InitialisationException {
        List<Address> all = new ArrayList<>();
        machine.forEach(each -> all.add(new Address("InternalIP", each.privateIp())));
        all.add(new Address("Hostname", node.name()));
        machine.stream()
                .filter(each -> !each.publicIp().isEmpty())
                .forEach(each -> all.add(new Address("ExternalIP", each.publicIp())));
        if (node.providedIps().isEmpty())
            return all;
        try {
            return ProvidedIps.parse(node.providedIps().get()).select(all);
        } catch (ProvidedIps.Unusable unusable) {
            throw new InitialisationException("NodeIPNotFound", node.name(),
                    "annotation " + NodeKeys.PROVIDED_IPS + ": " + unusable.getMessage());
        }
    }

    Map<String, String> labels(NodeFacts node, Machine machine) throws InitialisationException {
        Map<String, String> labels = new TreeMap<>();
        String size = machine.placement().size();
        if (size.isEmpty() && machine.kind() != Kind.UNIFORM)
            throw new InitialisationException("MachineIncomplete", node.name(),
                    machine.id().shortName() + " has no size yet");
        put(labels, NodeKeys.INSTANCE_TYPE, NodeKeys.BETA_INSTANCE_TYPE, size);
        put(labels, NodeKeys.ZONE, NodeKeys.BETA_ZONE, zone(node, machine));
        put(labels, NodeKeys.REGION, NodeKeys.BETA_REGION, region(machine));
        Machine.Group group = machine.placement().group();
        putIfUsable(labels, NodeKeys.PHYSICAL_ZONE, group.physicalZone());
        putIfUsable(labels, NodeKeys.SUB_FAULT_DOMAIN, group.subFaultDomain());
        putIfUsable(labels, NodeKeys.INTERCONNECT_GROUP, group.interconnect().group());
        putIfUsable(labels, NodeKeys.INTERCONNECT_SUBGROUP, group.interconnect().subgroup());
        return labels;
    }

    /** The node works without these labels, so a value that Kubernetes would reject must not keep its taint. */
    private static void putIfUsable(Map<String, String> labels, String key, String value) {
        if (LABEL_VALUE.matcher(value).matches())
            labels.put(key, value);
    }

    private void put(Map<String, String> labels, String key, String betaKey, String value) {
        if (value.isEmpty())
            return;
        labels.put(key, value);
        if (betaLabels)
            labels.put(betaKey, value);
    }

    /** A zone of the region, or the plain fault domain of a machine without zone. */
    private static String zone(NodeFacts node, Machine machine) throws InitialisationException {
        String zone = machine.placement().zone();
        if (!zone.isEmpty()) {
            if (!zone.matches("[0-9]{1,9}"))
                throw new InitialisationException("ZoneNotANumber", node.name(),
                        machine.id().shortName() + " is in zone \"" + zone + "\"; a zone is a number");
            return region(machine) + "-" + Integer.parseInt(zone);
        }
        if (machine.faultDomain().isPresent())
            return machine.faultDomain().get();
        if (machine.kind() == Kind.UNIFORM || machine.state().view().isEmpty())
            throw new InitialisationException("FaultDomainNotKnown", node.name(),
                    machine.id().shortName() + " is in no zone, and Azure does not report its fault domain yet");
        return NO_FAULT_DOMAIN;
    }

    private static String region(Machine machine) {
        return machine.placement().location().toLowerCase(Locale.ROOT);
    }
}
