package io.azureccm.service.reconcile.turn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.Reading;
import io.azureccm.common.core.removal.RemovalMemory.Assessment;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Services and plans for tests of the loop. */
public final class RetryFixture {
    public static final ArmId ADDRESS = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a1");
    public static final ArmId BALANCER = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");

    private RetryFixture() {}

    /** A Service in the namespace {@code shop} whose UID is {@code uid-NAME}. */
    public static ServiceSpec service(String name) {
        return service(name, 80);
    }

    /** The same with these ports. */
    public static ServiceSpec service(String name, int... ports) {
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE))
                .parse(new ServiceBuilder().withNewMetadata()
                        .withName(name)
                        .withNamespace("shop")
                        .withUid("uid-" + name)
                        .endMetadata()
                        .withNewSpec()
                        .withType("LoadBalancer")
                        .withPorts(IntStream.of(ports)
                                .mapToObj(port -> new ServicePortBuilder().withName("p" + port)
                                        .withPort(port)
                                        .withNodePort(30000 + port)
                                        .withProtocol("TCP")
                                        .build())
                                .toList())
                        .endSpec()
                        .build(), 1);
    }

    public static Operation put(ArmId target, String... subjects) {
        return Operation.put(target, JsonNodeFactory.instance.objectNode(), "", List.of())
                .forSubjects(Set.of(subjects));
    }

    public static ServicePlan planFor(List<ServiceSpec> services, Operation... operations) {
        return new ServicePlan(plan(operations), plannedServices(services), MissingReads.NONE, false,
                Reading.of(List.of()), Assessment.NONE);
    }

    public static Map<String, PlannedService> plannedServices(List<ServiceSpec> services) {
        return services.stream()
                .collect(Collectors.toMap(ServiceSpec::uid,
                        service -> new PlannedService(service, service.mistake(), Optional.empty(),
                                Optional.empty(), Optional.empty(), List.of(), Optional.empty())));
    }

    private static Plan plan(Operation... operations) {
        return new Plan("lb=kubernetes", List.of(operations), List.of(), Plan.Basis.NONE);
    }
}
