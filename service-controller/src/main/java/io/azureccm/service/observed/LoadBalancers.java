package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The load balancers in the order of ARM, and their frontends, indexed by name, owner and address. */
public final class LoadBalancers extends ArmResources<LoadBalancer> {
    private final Map<ArmId, Frontend> byId = new HashMap<>();
    private final Map<String, List<Frontend>> byOwner = new HashMap<>();
    private final Map<String, List<Frontend>> byPublicIp = new HashMap<>();
    private final Map<String, List<Frontend>> byPrivateIp = new HashMap<>();

    public LoadBalancers(List<LoadBalancer> all) {
        super(all);
        forEach(balancer -> balancer.frontends().forEach(this::note));
    }

    private void note(Frontend frontend) {
        byId.putIfAbsent(frontend.id(), frontend);
        note(byOwner, frontend.baseName(), frontend);
        note(byPublicIp, key(frontend.publicIpId()), frontend);
        note(byPrivateIp, frontend.privateIp(), frontend);
    }

    public Optional<Frontend> frontend(ArmId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The frontends on all load balancers that have the base name of a Service. */
    public List<Frontend> frontendsOf(String baseName) {
        return byOwner.getOrDefault(baseName, List.of());
    }

    public List<Frontend> frontendsAt(ArmId publicIp) {
        return byPublicIp.getOrDefault(publicIp.key(), List.of());
    }

    /** {@code privateIp} in canonical form. */
    public List<Frontend> frontendsAt(String privateIp) {
        return byPrivateIp.getOrDefault(privateIp, List.of());
    }
}
