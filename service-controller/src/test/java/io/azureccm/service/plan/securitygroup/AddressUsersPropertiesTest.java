package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/** The index of who has which address answers like a search through all Services, frontends and nodes, however addresses are spelled. */
class AddressUsersPropertiesTest {
    /** Each in canonical form first. */
    private static final List<List<String>> ADDRESSES = List.of(List.of("20.0.0.1"), List.of("20.0.0.2"),
            List.of("2603:1030::1", "2603:1030:0:0:0:0:0:1", "2603:1030::0001"),
            List.of("2603:1030:a::ff", "2603:1030:A::FF", "2603:1030:000a:0:0:0:0:ff"),
            List.of("::ffff:20.0.0.1", "::FFFF:1400:1"), List.of("20.0.0.0/30"), List.of("2603:1030::/64"));

    private World world;
    private final Map<String, List<FrontendModel>> planned = new HashMap<>();
    private final Map<String, List<String>> requested = new HashMap<>();

    @BeforeTry
    void begin() {
        world = new World(0);
        planned.clear();
        requested.clear();
    }

    @Property(tries = 60)
    void whoHasAnAddressIsFoundAsByASearchThroughAll(@ForAll long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 4; i++)
            balancer(random, i);
        for (int i = 0; i < 4; i++)
            node(random, i);
        for (int i = 0; i < 5; i++)
            service(random, i);
        check();
        world.gone("svc" + random.nextInt(5));
        world.forget("svc" + random.nextInt(5));
        world.forgetNode("n" + random.nextInt(4));
        world.resources().remove(World.id(ArmTypes.LOAD_BALANCER, "lb" + random.nextInt(4)));
        check();
    }

    private void check() {
        ServiceDecisions services = ServiceDecisions.of(world.clusterState());
        ObservedState observed = world.observedState();
        List<ServiceSpec> requesting = services.all().stream().filter(ServiceSpec::wanted).toList();
        AddressUsers users = AddressUsers.of(requesting, services, observed,
                new DesiredFrontends.Result(services, Map.of(), planned, Map.of(), Set.of()));
        for (List<String> spellings : ADDRESSES) {
            String address = spellings.getFirst();
            assertThat(users.requesting(address)).as(address)
                    .isEqualTo(requesting.stream().filter(each -> requests(each, address)).toList());
            for (ServiceSpec service : requesting)
                assertThat(users.isShown(service, address)).isEqualTo(services.statusIps(service).contains(address));
            if (!IpAddress.isAddress(address))
                continue;
            assertThat(users.planned(address)).as(address)
                    .isEqualTo(services.all().stream().filter(each -> isPlanned(each, address)).toList());
            assertThat(users.frontends(address)).as(address)
                    .isEqualTo(observed.loadBalancers()
                            .stream()
                            .flatMap(balancer -> balancer.frontends().stream())
                            .filter(frontend -> isAt(frontend, address, observed))
                            .toList());
            assertThat(users.isNodes(address)).as(address)
                    .isEqualTo(world.clusterState()
                            .nodes()
                            .stream()
                            .flatMap(node -> node.internalIps().stream())
                            .anyMatch(ip -> isSame(ip, address)));
        }
        Set<ArmId> machines = new HashSet<>();
        world.clusterState()
                .nodes()
                .forEach(node -> machines.addAll(List.of(node.machine().orElseThrow(),
                        World.id(ArmTypes.SCALE_SET, "vmss-a"))));
        assertThat(users.machines()).isEqualTo(machines);
    }

    private boolean requests(ServiceSpec service, String address) {
        return IpAddress.isAddress(address)
                && requested.get(service.uid()).stream().anyMatch(written -> isSame(written, address));
    }

    private boolean isPlanned(ServiceSpec service, String address) {
        return planned.getOrDefault(service.uid(), List.of())
                .stream()
                .anyMatch(frontend -> frontend.address().filter(address::equals).isPresent());
    }

    private static boolean isAt(Frontend frontend, String address, ObservedState observed) {
        return isSame(frontend.privateIp(), address) || observed.publicIps()
                .stream()
                .filter(ip -> frontend.publicIp().filter(ip.id()::equals).isPresent())
                .anyMatch(ip -> isSame(ip.spelledAddress(), address));
    }

    private static boolean isSame(String written, String address) {
        return IpAddress.parse(written).equals(IpAddress.parse(address));
    }

    /** A load balancer with up to three frontends, some of which share a public IP that may have no address yet. */
    private void balancer(Random random, int number) {
        world.put(ArmTypes.PUBLIC_IP, "ip" + number, "{\"properties\": {\"ipAddress\": \""
                + (random.nextInt(4) == 0 ? "" : any(random)) + "\"}}");
        ObjectNode balancer = world.put(ArmTypes.LOAD_BALANCER, "lb" + number, "{\"properties\": {}}");
        for (int i = random.nextInt(4); i > 0; i--) {
            String where = random.nextBoolean()
                    ? "\"privateIPAddress\": \"" + any(random) + "\""
                    : "\"publicIPAddress\": {\"id\": \"" + World.id(ArmTypes.PUBLIC_IP, "ip" + random.nextInt(5))
                            + "\"}";
            balancer.withArray("/properties/frontendIPConfigurations")
                    .add(World.json("{\"name\": \"f" + i + "\", \"properties\": {" + where + "}}"));
        }
    }

    private void node(Random random, int number) {
        List<String> ips = random.ints(random.nextInt(3), 0, 1).mapToObj(each -> any(random)).toList();
        world.node(new NodeFacts("n" + number,
                Optional.of(World.id(ArmTypes.SCALE_SET, "vmss-a").child("virtualMachines", "" + number)), ips, false,
                false, false, Map.of(), DrainFacts.NONE));
    }

    private void service(Random random, int number) {
        List<String> written = random.ints(random.nextInt(4), 0, 1).mapToObj(each -> any(random)).toList();
        Services service = Services.named("svc" + number)
                .port("TCP", 80)
                .created("2026-01-0" + (1 + random.nextInt(3)) + "T00:00:00Z")
                .annotation("azure-additional-public-ips", String.join(",", written));
        if (random.nextBoolean())
            service.status(ADDRESSES.get(random.nextInt(4)).getFirst());
        ServiceSpec spec = world.service(service.yaml());
        requested.put(spec.uid(), written);
        List<FrontendModel> frontends = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            ArmId ip = World.id(ArmTypes.PUBLIC_IP, "ip" + random.nextInt(4));
            frontends.add(new FrontendModel(Frontend.external(World.id(ArmTypes.LOAD_BALANCER, "lb0"), "f", ip),
                    IpFamily.IPV4, world.observedState()
                            .publicIp(ip)
                            .map(PublicIp::address)
                            .filter(address -> !address.isEmpty()),
                    Optional.of(ip)));
        }
        planned.put(spec.uid(), frontends);
    }

    private static String any(Random random) {
        List<String> spellings = ADDRESSES.get(random.nextInt(ADDRESSES.size()));
        return spellings.get(random.nextInt(spellings.size()));
    }
}
