package io.azureccm.route.plan;

import io.azureccm.common.config.options.Cidr;
import io.azureccm.common.core.Refusal;
import io.azureccm.route.estate.MachineAddresses;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.model.RouteName;
import io.azureccm.route.model.TableRoute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which routes the nodes should have: one per pod CIDR, none for a CIDR that cannot be routed or that two nodes claim. */
final class WishPlanner {
    /** What is wanted, in the order of the nodes, and by node what is wanted and refused. */
    record Wishes(List<Wish> wanted, List<Wish> turnedDown, Map<String, List<Standing.Missing>> missing) {}

    private final Map<String, TableRoute> existing;
    private final Map<String, MachineAddresses> machines;
    private final List<Wish> wanted = new ArrayList<>();
    private final List<Wish> turnedDown = new ArrayList<>();
    private final Map<String, List<Standing.Missing>> missing = new HashMap<>();

    /** {@code existing}: the routes of the table by the key of their name; {@code machines}: what is known, by node. */
    WishPlanner(Map<String, TableRoute> existing, Map<String, MachineAddresses> machines) {
        this.existing = existing;
        this.machines = machines;
    }

    Wishes plan(List<NodeFacts> nodes) {
        Map<String, Wish> byName = new LinkedHashMap<>();
        for (NodeFacts node : nodes) {
            for (String podCidr : node.podCidrs()) {
                wish(node, podCidr).ifPresent(wish -> {
                    Wish other = byName.putIfAbsent(wish.name().key(), wish);
                    if (other != null)
                        refuse(wish,
                                wish.refused("RouteNameTaken", "its route would have the name " + wish.name().text()
                                        + " of the route for " + other.podCidr()));
                });
            }
        }
        Map<String, Wish> holders = new HashMap<>();
        byName.values().forEach(wish -> holders.merge(wish.range().identity(), wish, this::holder));
        for (Wish wish : byName.values()) {
            Wish holder = holders.get(wish.range().identity());
            if (holder == wish) {
                wanted.add(wish);
            } else {
                turnedDown.add(wish);
                refuse(wish, wish.refused("DuplicatePodCIDR", "node " + holder.node().name()
                        + " has the same range and keeps it; give one of them another range"));
            }
        }
        return new Wishes(wanted, turnedDown, missing);
    }

    private Optional<Wish> wish(NodeFacts node, String podCidr) {
        Optional<Cidr> range = Cidr.parse(podCidr);
        if (range.isEmpty() || !range.get().isAligned()) {
            refuse(node, podCidr, new Refusal("InvalidPodCIDR", node.name(), "pod CIDR " + podCidr
                    + ": is no range of addresses that begins with its first one, such as 10.244.1.0/24"));
            return Optional.empty();
        }
        Wish wish = Wish.of(node, podCidr, range.get(), Optional.ofNullable(machines.get(node.name())));
        if (wish.name().isTooLong()) {
            refuse(wish, wish.refused("RouteNameTooLong", "its route would have the name " + wish.name().text()
                    + " of " + wish.name().text().length() + " characters, Azure takes " + RouteName.LONGEST));
            return Optional.empty();
        }
        return Optional.of(wish);
    }

    /** Who has the route already keeps it; otherwise who came first. */
    private Wish holder(Wish first, Wish second) {
        return !isThere(first) && isThere(second) ? second : first;
    }

    private boolean isThere(Wish wish) {
        TableRoute route = existing.get(wish.name().key());
        return route != null && route.covers(wish.range());
    }

    private void refuse(Wish wish, Refusal refusal) {
        refuse(wish.node(), wish.podCidr(), refusal);
    }

    private void refuse(NodeFacts node, String podCidr, Refusal refusal) {
        missing.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(new Standing.Missing(podCidr, refusal));
    }
}
