package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Services that share a managed public IP, whose tag has room for the names of some of them. */
class PublicIpSharersTest {
    private static final String SHARED = """
            {"sku": {"name": "Standard"}, "tags": {"k8s-azure-service": "shop/owner", "k8s-azure-cluster-name":
             "kubernetes"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4",
             "publicIPAllocationMethod": "Static"}}""";

    private final World world = world();

    private static World world() {
        World world = new World(1);
        world.put(ArmTypes.PUBLIC_IP, "shared", SHARED);
        world.service(sharer("owner", 0).yaml());
        return world;
    }

    @Test
    void oldestSharersThatFitIntoTheTagAreServedAndTheOthersRefusedWithAWayOut() {
        for (int i = 31; i > 0; i--)
            world.service(sharer(name(i), i).yaml());
        world.converge();
        assertThat(tagged(world)).hasSize(12)
                .startsWith("shop/owner", "shop/sharer-number-1")
                .endsWith("shop/sharer-number11");
        assertThat(served(world)).containsExactlyInAnyOrderElementsOf(tagged(world));
        assertThat(refused(world)).hasSize(20).startsWith("shop/sharer-number12").endsWith("shop/sharer-number31");
        assertThat(world.plan().plan().refusals().getFirst()).isEqualTo(new Refusal("PublicIPFull",
                "shop/sharer-number12",
                "public IP shared is shared by 12 Services, and its tag k8s-azure-service, whose"
                        + " value Azure limits to 256 characters, has no room for \"shop/sharer-number12\": use a public"
                        + " IP of its own, without a fixed address or with annotation"
                        + " service.beta.kubernetes.io/azure-pip-name, or one that was created without this tag, which"
                        + " any number of Services can share"));
    }

    @Test
    void servedSharerIsNotEvictedByAnOlderOneThatComesBack() {
        for (int i = 2; i <= 13; i++)
            world.service(sharer(name(i), i).yaml());
        world.converge();
        List<String> before = tagged(world);
        world.service(sharer(name(1), 1).yaml());
        world.converge();
        assertThat(tagged(world)).isEqualTo(before);
        assertThat(refused(world)).containsExactly("shop/sharer-number-1", "shop/sharer-number13");
    }

    @Test
    void oldestRefusedSharerIsServedInTheWriteThatRemovesADeletedOne() {
        for (int i = 1; i <= 14; i++)
            world.service(sharer(name(i), i).yaml());
        world.converge();
        world.gone(name(3));
        List<Plan> plans = world.converge();
        assertThat(plans).hasSize(1);
        assertThat(tagged(world)).doesNotContain("shop/sharer-number-3").endsWith("shop/sharer-number12");
        assertThat(refused(world)).containsExactly("shop/sharer-number13", "shop/sharer-number14");
    }

    @Test
    void refusedSharerThatGetsAPublicIpOfItsOwnIsServed() {
        for (int i = 1; i <= 12; i++)
            world.service(sharer(name(i), i).yaml());
        world.converge();
        assertThat(refused(world)).containsExactly("shop/sharer-number12");
        world.service(Services.named(name(12)).port("TCP", 1012).created(created(12)).yaml());
        world.converge();
        assertThat(refused(world)).isEmpty();
        assertThat(served(world)).contains("shop/sharer-number12");
    }

    @Test
    void publicIpWithoutTheTagIsSharedByAnyNumberOfServices() {
        ((ObjectNode) world.resource(ArmTypes.PUBLIC_IP, "shared").orElseThrow().get("tags")).removeAll();
        for (int i = 1; i <= 40; i++)
            world.service(sharer(name(i), i).yaml());
        world.converge();
        assertThat(refused(world)).isEmpty();
        assertThat(served(world)).hasSize(41);
    }

    @Test
    void sharerThatCannotBeServedAnywayTakesNoPlaceFromAYoungerOne() {
        for (int i = 1; i <= 10; i++)
            world.service(sharer(name(i), i).yaml());
        // Its port is that of an older Service.
        world.service(sharer(name(11), 11, 1001).yaml());
        world.service(sharer(name(12), 12).yaml());
        world.converge();
        assertThat(served(world)).contains("shop/sharer-number12").doesNotContain("shop/sharer-number11");
        assertThat(tagged(world)).doesNotContain("shop/sharer-number11");
    }

    @Test
    void sharerWithALabelOfAnotherServiceTakesNoPlaceFromAYoungerOne() {
        world.service(sharer("owner", 0).annotation("azure-dns-label-name", "mine").yaml());
        for (int i = 1; i <= 10; i++)
            world.service(sharer(name(i), i).yaml());
        world.service(sharer(name(11), 11).annotation("azure-dns-label-name", "other").yaml());
        world.service(sharer(name(12), 12).yaml());
        world.converge();
        assertThat(served(world)).contains("shop/sharer-number12").doesNotContain("shop/sharer-number11");
    }

    @Test
    void sharerOfTwoFamiliesThatDoesNotFitIsInNeitherTag() {
        world.put(ArmTypes.PUBLIC_IP, "shared6", SHARED.replace("20.9.0.1", "2603:1030::9").replace("IPv4", "IPv6"));
        for (int i = 1; i <= 12; i++)
            world.service(sharer(name(i), i).annotation("azure-pip-name", "shared6")
                    .spec("ipFamilies: [IPv6]")
                    .yaml());
        world.service(sharer("of-both-families", 20).annotation("azure-pip-name-ipv6", "shared6")
                .spec("ipFamilies: [IPv4, IPv6]")
                .yaml());
        world.converge();
        assertThat(refused(world)).containsExactly("shop/of-both-families");
        assertThat(tagged(world)).containsExactly("shop/owner");
    }

    /** Names of any length: who is refused would not fit beside those who were there before and the older ones that are served. */
    @Property(tries = 25)
    void sharersAreServedInOrderOfAgeAsFarAsTheyFit(@ForAll long seed) {
        Random random = new Random(seed);
        World any = world();
        List<String> names = names(random, 4 + random.nextInt(40));
        names.forEach(name -> any.service(sharer(name, names.indexOf(name) + 1).yaml()));
        any.converge();
        List<String> tag = new ArrayList<>(List.of("shop/owner"));
        for (String name : names) {
            if (String.join(",", tag).length() + 1 + ("shop/" + name).length() <= 256)
                tag.add("shop/" + name);
        }
        assertThat(tagged(any)).isEqualTo(tag);
        assertThat(served(any)).containsExactlyInAnyOrderElementsOf(tag);
    }

    /** Sharers come and go in any order: nobody who is served loses the place, and who leaves always leaves. */
    @Property(tries = 15)
    void nobodyIsEvictedAndEveryDeletionEnds(@ForAll long seed) {
        Random random = new Random(seed);
        World any = world();
        List<String> names = names(random, 30);
        Collections.shuffle(names, random);
        Set<String> there = new TreeSet<>();
        Set<String> served = new TreeSet<>();
        for (int step = 0; step < 12; step++) {
            List<String> leaving = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                String name = names.get(random.nextInt(names.size()));
                if (there.add(name)) {
                    any.service(sharer(name, 1 + names.indexOf(name)).yaml());
                    leaving.remove("shop/" + name);
                } else {
                    any.gone(name);
                    there.remove(name);
                    leaving.add("shop/" + name);
                }
            }
            any.converge();
            served.removeAll(leaving);
            assertThat(served(any)).containsAll(served).noneMatch(leaving::contains);
            assertThat(tagged(any)).noneMatch(leaving::contains);
            leaving.forEach(name -> any.forget(name.substring("shop/".length())));
            served = new TreeSet<>(served(any));
            int room = 256 - String.join(",", tagged(any)).length() - 1;
            assertThat(refused(any)).allMatch(name -> name.length() > room);
        }
    }

    /** Distinct names in any order, some of them long. */
    private static List<String> names(Random random, int count) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> "s" + String.format(Locale.ROOT, "%02d", i)
                        + "x".repeat(random.nextInt(4) == 0 ? random.nextInt(58) : random.nextInt(6)))
                .toList());
    }

    private static String name(int number) {
        return String.format(Locale.ROOT, "sharer-number%s%d", number < 10 ? "-" : "", number);
    }

    private static Services sharer(String name, int number) {
        return sharer(name, number, 1000 + number);
    }

    private static Services sharer(String name, int number, int port) {
        return Services.named(name).port("TCP", port).annotation("azure-pip-name", "shared").created(created(number));
    }

    private static String created(int number) {
        return String.format(Locale.ROOT, "2026-01-01T00:%02d:%02dZ", number / 60, number % 60);
    }

    private static List<String> tagged(World world) {
        return Ownership.services(ResourceTags.of(world.resource(ArmTypes.PUBLIC_IP, "shared").orElseThrow()));
    }

    /** The Services without a refusal whose addresses are known. */
    private static List<String> served(World world) {
        return world.plan()
                .plannedServices()
                .values()
                .stream()
                .filter(service -> service.spec().wanted() && service.stop().isEmpty()
                        && service.addresses().isPresent())
                .map(service -> service.subject())
                .toList();
    }

    private static List<String> refused(World world) {
        return world.plan().plan().refusals().stream().map(Refusal::subject).toList();
    }
}
