package io.azureccm.e2e.suite.docs;

import io.azureccm.common.core.refusal.RefusalCatalogue;
import io.azureccm.common.core.refusal.RefusalCode;
import io.azureccm.common.core.refusal.RefusalSubject;

/** What the error codes of ARM say about a refused write. */
final class RefusalsPage {
    private RefusalsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(
                """
                        # Error codes of refused writes

                        When Azure refuses a write for good, the controllers first find out what the refusal is about
                        ([what happens to others](../explanation/isolation.md)). The code decides, together with the ids and names in Azure's message:

                        | The refusal is about | It concerns |
                        |---|---|
                        """);
        for (RefusalSubject subject : RefusalSubject.values())
            page.append("| ").append(subject.meaning()).append(" | ").append(subject.concerned()).append(" |\n");
        page.append(
                """

                        A code that is not in this table counts as unknown. If Azure names the narrowest scope of a lock as the resource itself, the
                        refusal is about the resource. A policy that evaluated only fields of the resource itself (name, type, location, SKU, tags) is about
                        the resource, too.

                        | Code | When | About | Source |
                        |---|---|---|---|
                        """);
        for (RefusalCode row : RefusalCatalogue.rows())
            page.append("| `")
                    .append(row.code())
                    .append("` | ")
                    .append(row.occasion())
                    .append(" | ")
                    .append(row.subject().meaning())
                    .append(" | [")
                    .append(row.source().title())
                    .append("](")
                    .append(row.source().page())
                    .append(") |\n");
        page.append(
                """

                        Not refusals, since the same write may succeed later: `AnotherOperationInProgress`, `RetryableError`,
                        `RetryableErrorDueToAnotherOperation`, `ReferencedResourceNotProvisioned`, `OperationPreempted`, `Conflict`, and every 409 of compute
                        that is not in the table. The write is sent again after a pause. `CanceledAndSupersededDueToAnotherOperation` and 412 mean that somebody else
                        has changed the resource: it is read and planned again.
                        """);
        return page.toString();
    }
}
