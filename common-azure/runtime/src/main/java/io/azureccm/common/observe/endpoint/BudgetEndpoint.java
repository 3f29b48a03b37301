package io.azureccm.common.observe.endpoint;

import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetState;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The remaining call budget, waiting calls and usage: {@code /actuator/budget} as JSON, and as text with
 * {@code Accept: text/plain} or {@code format=text}.
 */
@WebEndpoint(id = "budget")
public record BudgetEndpoint(ArmBudget budget) {
    @ReadOperation(producesFrom = ResponseFormat.class)
    public WebEndpointResponse<Object> budget(ResponseFormat shape, @Nullable String format) {
        BudgetState state = budget.state();
        ResponseFormat wanted = shape.orAsked(format);
        return wanted.answer(wanted == ResponseFormat.TEXT ? BudgetText.of(state) : BudgetJson.of(state));
    }
}
