package io.azureccm.common.observe;

import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetState;
import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * What is left of the calls to Azure, who waits and what it was used for: {@code /actuator/budget} as JSON, and as text with
 * {@code Accept: text/plain} or {@code format=text}.
 */
@WebEndpoint(id = "budget")
public final class BudgetEndpoint {
    private final ArmBudget budget;

    public BudgetEndpoint(ArmBudget budget) {
        this.budget = budget;
    }

    /** How the answer is written; the first is for who does not say. */
    public enum Shape implements Producible<Shape> {
        JSON(MimeTypeUtils.APPLICATION_JSON), TEXT(MimeType.valueOf("text/plain;charset=UTF-8"));

        private final MimeType type;

        Shape(MimeType type) {
            this.type = type;
        }

        @Override
        public MimeType getProducedMimeType() {
            return type;
        }

        @Override
        public boolean isDefault() {
            return this == JSON;
        }
    }

    @ReadOperation(producesFrom = Shape.class)
    public WebEndpointResponse<Object> budget(Shape shape, @Nullable String format) {
        BudgetState state = budget.state();
        Shape wanted = "text".equalsIgnoreCase(format) ? Shape.TEXT : shape;
        return new WebEndpointResponse<>(wanted == Shape.TEXT ? BudgetText.of(state) : BudgetJson.of(state),
                wanted.getProducedMimeType());
    }
}
