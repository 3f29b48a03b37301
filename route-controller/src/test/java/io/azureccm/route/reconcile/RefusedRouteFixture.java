package io.azureccm.route.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** What {@link RefusedRouteTest} and {@link RouteTableLimitTest} have in common. */
abstract class RefusedRouteFixture {
    /** A node that joins is served after the window of a second. */
    static final Duration SOON = Duration.ofSeconds(3);
    static final Duration MINUTE = Duration.ofMinutes(1);

    final VirtualCluster cluster = new VirtualCluster().withTable();

    @BeforeEach
    void oneNodeHasItsRoute() {
        cluster.join(1);
        cluster.begin().loop.settle();
        assertThat(cluster.routes()).hasSize(1);
    }

    void refuse(String code, String message, int... bad) {
        Set<String> hops = Arrays.stream(bad).mapToObj(number -> "10.240.0." + number).collect(Collectors.toSet());
        refuse(body -> {
            for (JsonNode route : body.at("/properties/routes"))
                if (hops.contains(route.at("/properties/nextHopIpAddress").asText()))
                    return true;
            return false;
        }, code.equals("RequestDisallowedByPolicy") ? 403 : 400, code, message);
    }

    void refuse(Predicate<ObjectNode> content, int status, String code, String message) {
        ArmException.Kind kind = status == 403 ? ArmException.Kind.FORBIDDEN : ArmException.Kind.REJECTED;
        cluster.arm.refuses(body -> content.test(body)
                ? Optional.of(new ArmException(kind, status, code, message, "", null, null))
                : Optional.empty());
    }

    /** In the order of the names. */
    static List<String> routesOf(IntStream numbers) {
        return numbers.mapToObj(number -> "n" + number + "____10244" + number + "024").sorted().toList();
    }
}
