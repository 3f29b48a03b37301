package io.azureccm.route.apply;

import io.azureccm.common.exec.RunResult;
import io.azureccm.route.plan.Standing;
import java.util.ArrayList;
import java.util.List;

/** What a pass came to for one node, from its standing and the outcomes alone: there is no way to a good verdict past an outcome. */
public sealed interface Verdict {
    /** Every pod CIDR has its route in Azure. */
    record Connected() implements Verdict {}

    /** Some pod CIDR has none; {@code failures} is what there is to tell about it. */
    record Disconnected(List<Failure> failures) implements Verdict {
        public Disconnected {
            failures = List.copyOf(failures);
        }
    }

    /** Nothing is known for sure, or there is nothing to say: the node is left as it is. */
    record Open() implements Verdict {}

    /** A pod CIDR that got no route; {@code refused} when only a change of the cluster or of the table can help. */
    record Failure(String podCidr, String problem, boolean refused) {}

    static Verdict of(Standing standing, RunResult result) {
        return switch (standing.kind()) {
            case SILENT -> new Open();
            case STRAY, TOO_NEW -> new Disconnected(written(standing, result));
            case LACKING -> {
                List<Failure> failures = new ArrayList<>(standing.missing()
                        .stream()
                        .map(each -> new Failure(each.podCidr(), each.refusal().message(), true))
                        .toList());
                failures.addAll(written(standing, result));
                yield new Disconnected(failures);
            }
            case CONNECTED -> {
                List<Failure> failures = written(standing, result);
                yield failures.isEmpty() ? new Connected() : new Disconnected(failures);
            }
        };
    }

    private static List<Failure> written(Standing standing, RunResult result) {
        String problem = result.problemOf(standing.node().name());
        return problem.isEmpty()
                ? List.of()
                : standing.written().stream().map(podCidr -> new Failure(podCidr, problem, false)).toList();
    }
}
