package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.PublicIps;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Resources as typed values, cached while the store shows the same JSON: a turn in which one public IP changed creates one value. Not
 * thread-safe.
 */
public final class TypedResources {
    private final Kept<LoadBalancer, LoadBalancers> balancers = new Kept<>(LoadBalancer::of, LoadBalancers::new);
    private final Kept<PublicIp, PublicIps> publicIps = new Kept<>(PublicIp::of, PublicIps::new);
    private final Kept<SecurityGroup, List<SecurityGroup>> securityGroups = new Kept<>(SecurityGroup::of,
            List::copyOf);

    public LoadBalancers balancers(List<ObjectNode> shown) {
        return balancers.of(shown);
    }

    public PublicIps publicIps(List<ObjectNode> shown) {
        return publicIps.of(shown);
    }

    public Optional<SecurityGroup> securityGroup(Optional<ObjectNode> shown) {
        return securityGroups.of(shown.stream().toList()).stream().findFirst();
    }

    /** Values of one type by their JSON, and their list. */
    private static final class Kept<T, L> {
        private final Function<ObjectNode, T> typed;
        private final Function<List<T>, L> together;
        private Map<ObjectNode, T> known = new IdentityHashMap<>();
        private List<T> values = List.of();
        private L all;

        private Kept(Function<ObjectNode, T> typed, Function<List<T>, L> together) {
            this.typed = typed;
            this.together = together;
        }

        private L of(List<ObjectNode> shown) {
            Map<ObjectNode, T> next = new IdentityHashMap<>();
            List<T> now = new ArrayList<>(shown.size());
            boolean same = all != null && shown.size() == values.size();
            for (ObjectNode json : shown) {
                T before = known.get(json);
                T value = before == null ? typed.apply(json) : before;
                same = same && values.get(now.size()) == value;
                next.put(json, value);
                now.add(value);
            }
            if (!same) {
                known = next;
                values = now;
                all = together.apply(now);
            }
            return all;
        }
    }
}
