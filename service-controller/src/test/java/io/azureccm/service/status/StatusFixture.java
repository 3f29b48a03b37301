package io.azureccm.service.status;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;

/** Services for tests of what is shown in their status. */
public final class StatusFixture {
    private StatusFixture() {}

    /** The Service shop/web with UID u and generation 7, whose status has these addresses. */
    public static Service withAddresses(String... addresses) {
        ServiceBuilder builder = new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("u")
                .withResourceVersion("1")
                .withGeneration(7L)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .endSpec();
        for (String address : addresses)
            builder.editOrNewStatus()
                    .editOrNewLoadBalancer()
                    .addNewIngress()
                    .withIp(address)
                    .endIngress()
                    .endLoadBalancer()
                    .endStatus();
        return builder.build();
    }
}
