package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.shared.KeptValues;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.PublicIps;
import java.util.List;
import java.util.Optional;

/**
 * Resources as typed values, cached while the store shows the same JSON: a turn in which one public IP changed creates one value. Not
 * thread-safe.
 */
public final class TypedResources {
    private final KeptValues<ObjectNode, LoadBalancer, LoadBalancers> balancers = new KeptValues<>(LoadBalancer::of,
            LoadBalancers::new);
    private final KeptValues<ObjectNode, PublicIp, PublicIps> publicIps = new KeptValues<>(PublicIp::of,
            PublicIps::new);
    private final KeptValues<ObjectNode, SecurityGroup, List<SecurityGroup>> securityGroups = new KeptValues<>(
            SecurityGroup::of, List::copyOf);

    public LoadBalancers balancers(List<ObjectNode> shown) {
        return balancers.of(shown);
    }

    public PublicIps publicIps(List<ObjectNode> shown) {
        return publicIps.of(shown);
    }

    public Optional<SecurityGroup> securityGroup(Optional<ObjectNode> shown) {
        return securityGroups.of(shown.stream().toList()).stream().findFirst();
    }
}
