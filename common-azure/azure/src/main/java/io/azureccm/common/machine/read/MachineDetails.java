package io.azureccm.common.machine.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.InterfaceLink;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.common.machine.NetworkInterface;
import io.azureccm.common.machine.NetworkInterface.IpConfiguration;
import io.azureccm.common.machine.PublicIp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Completes a found machine with data that its list does not contain: power state, fault domain, addresses. */
final class MachineDetails {
    private final MachineFinder lookup;
    private final MachineQuery question;
    private final Instant since;

    MachineDetails(MachineFinder lookup, MachineQuery question) {
        this.lookup = lookup;
        this.question = question;
        this.since = question.freshness().found();
    }

    MachineLookup of(Machine machine, Instant asOf) throws MoreReadsNeeded, UnreadableItem {
        Machine seen = needsView(machine) ? withView(machine) : machine;
        if (!question.wantsAddresses())
            return new MachineLookup.Found(seen, List.of(), asOf);
        List<NetworkInterface> interfaces = interfaces(machine);
        Optional<NetworkInterface> primary = primary(machine, interfaces);
        if (primary.isEmpty())
            return incomplete(machine, interfaces.isEmpty()
                    ? "has no interface yet"
                    : "has several interfaces, none of them primary");
        List<MachineAddress> addresses = addresses(primary.get());
        if (addresses.isEmpty())
            return incomplete(machine, "has no private address yet");
        return new MachineLookup.Found(seen, addresses, asOf);
    }

    private MachineLookup incomplete(Machine machine, String what) {
        return new MachineLookup.Incomplete(machine.id().shortName() + " " + what, lookup.newest());
    }

    private boolean needsView(Machine machine) {
        if (machine.state().view().isPresent())
            return false;
        boolean isPlaceless = machine.placement().zone().isEmpty();
        return question.facts().contains(Fact.POWER) || question.facts().contains(Fact.FAULT_DOMAIN) && isPlaceless;
    }

    private Machine withView(Machine machine) throws MoreReadsNeeded, UnreadableItem {
        if (machine.kind() == Kind.FLEXIBLE) {
            return machine.withView(lookup.item(Source.flexibleViews(machine.scaleSet().orElseThrow()), machine.id())
                    .flatMap(each -> each.state().view()));
        }
        Optional<Machine> listed = lookup.known(Source.views(machine.id().subscription()), since)
                .flatMap(views -> views.get(machine.id()))
                .filter(this::tellsEnough);
        if (listed.isPresent())
            return machine.withView(listed.get().state().view());
        return machine.withView(lookup.item(Source.view(machine.id()), machine.id())
                .flatMap(each -> each.state().view()));
    }

    private boolean tellsEnough(Machine listed) {
        boolean wantsDomain = question.facts().contains(Fact.FAULT_DOMAIN) && listed.placement().zone().isEmpty();
        return listed.state().view().isPresent() && (!wantsDomain || listed.faultDomain().isPresent());
    }

    private List<NetworkInterface> interfaces(Machine machine) throws MoreReadsNeeded, UnreadableItem {
        List<NetworkInterface> interfaces = new ArrayList<>();
        for (InterfaceLink link : machine.interfaces()) {
            Source<NetworkInterface> source = machine.kind() == Kind.UNIFORM
                    ? Source.instanceInterfaces(machine.scaleSet().orElseThrow())
                    : Source.interfaces(link.id().subscription(), link.id().resourceGroup());
            lookup.item(source, link.id()).ifPresent(interfaces::add);
        }
        return interfaces;
    }

    private static Optional<NetworkInterface> primary(Machine machine, List<NetworkInterface> interfaces) {
        if (machine.interfaces().size() == 1)
            return interfaces.stream().findFirst();
        Optional<ArmId> named = machine.interfaces()
                .stream()
                .filter(InterfaceLink::primary)
                .map(InterfaceLink::id)
                .findFirst();
        return interfaces.stream()
                .filter(each -> named.map(each.id()::equals).orElse(each.primary()))
                .findFirst();
    }

    /** One address of each family, that of the primary configuration first. */
    private List<MachineAddress> addresses(NetworkInterface primary) throws MoreReadsNeeded, UnreadableItem {
        List<IpConfiguration> ordered = new ArrayList<>(primary.configurations());
        ordered.removeIf(each -> each.privateIp().isEmpty());
        ordered.sort((one, other) -> Boolean.compare(other.primary(), one.primary()));
        List<MachineAddress> addresses = new ArrayList<>();
        for (IpConfiguration each : ordered) {
            if (addresses.stream().noneMatch(known -> known.ipv6() == each.ipv6())) {
                String publicIp = each.publicIp().isPresent() && question.facts().contains(Fact.ADDRESSES)
                        ? publicIp(each.publicIp().get())
                        : "";
                addresses.add(new MachineAddress(each.privateIp(), each.ipv6(), publicIp));
            }
        }
        return addresses;
    }

    /** "" while the public IP has no address or no longer exists. */
    private String publicIp(ArmId id) throws MoreReadsNeeded, UnreadableItem {
        Optional<ArmId> scaleSet = scaleSetOf(id);
        Source<PublicIp> source = scaleSet.isPresent()
                ? Source.instancePublicIps(scaleSet.get())
                : Source.publicIps(id.subscription(), id.resourceGroup());
        return lookup.item(source, id).map(PublicIp::address).orElse("");
    }

    private static Optional<ArmId> scaleSetOf(ArmId publicIp) {
        ArmId root = publicIp.root();
        return root.hasType(ArmTypes.SCALE_SET) ? Optional.of(root) : Optional.empty();
    }
}
