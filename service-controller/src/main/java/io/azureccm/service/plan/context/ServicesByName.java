package io.azureccm.service.plan.context;

import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Services by the base name of their resources, and by the name that a pool of their own would have. */
record ServicesByName(Map<String, ServiceSpec> byBase, Map<String, List<ServiceSpec>> byPool) {
    static ServicesByName of(ClusterState cluster) {
        ServicesByName names = new ServicesByName(new HashMap<>(), new HashMap<>());
        cluster.elsewhere().forEach(service -> names.byBase().put(service.baseName(), service));
        for (ServiceSpec service : cluster.services()) {
            names.byBase().put(service.baseName(), service);
            if (service.traffic().local())
                for (IpFamily family : IpFamily.values()) {
                    names.byPool()
                            .computeIfAbsent(ServiceNames.localPool(service.key(), family), none -> new ArrayList<>())
                            .add(service);
                }
        }
        return names;
    }
}
